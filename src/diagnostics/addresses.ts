/** Whether a text is an http or https URL. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** A URI reference against its base; `undefined` where it is none. */
export function urlOf(reference: string, base?: string): URL | undefined {
  // `URL.parse` is younger than the oldest Node that runs this.
  try {
    return new URL(reference, base);
  } catch {
    return undefined;
  }
}

/** A host as https URLs have it, with the port where it is not 443; `undefined` where it is more or less than that. */
export function hostOf(text: string): string | undefined {
  const url = /[/\\?#@\s]/.test(text) ? undefined : urlOf(`https://${text}`);
  return url?.hostname === '' ? undefined : url?.host;
}
