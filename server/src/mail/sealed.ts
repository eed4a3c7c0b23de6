/** The context for which a mail's text is sealed. */
export function sealedFor(messageId: string): string {
  return `mail:${messageId}`;
}
