/** The place that a mail's text is sealed for. */
export function sealedFor(messageId: string): string {
  return `mail:${messageId}`;
}
