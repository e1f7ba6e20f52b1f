/** The first paragraph of a text; `''` for none. */
export function firstParagraph(text: string | undefined): string {
  return (text ?? '').trim().split(/\n\s*\n/)[0] ?? '';
}
