/** Reads an issuer's answer as a JSON object; `undefined` where it is none. */
export async function readJsonObject(
  answer: Response,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const value: unknown = JSON.parse(await answer.text());
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}
