/** The address if a person may open it: what a network names may be anything. */
export function safeLink(url: string | null): string | undefined {
  if (url === null) return undefined;
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return parsed !== undefined && /^https?:$/.test(parsed.protocol) ? parsed.href : undefined;
}
