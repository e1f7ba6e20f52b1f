/** How errors say that a call has sent nothing, at their end or on the way there. */
const unsent =
  /; nothing was sent(?=\.)|, and nothing was sent(?: to it)?(?=[.:])| Nothing was sent(?: to the API)?\./g;

/** What an error tells apart from that nothing was sent: it is of a call that has already sent its request. */
export function withoutUnsent(message: string): string {
  return message.replace(unsent, '');
}
