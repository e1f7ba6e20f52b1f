/** The answer to an HTTP request that is not served: a sentence, as text. */
export function refusal(
  status: number,
  reason: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(`${reason}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  });
}
