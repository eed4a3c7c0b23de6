/** The bytes of an HTTP answer. A body that is not a string becomes JSON. */
export function answer(status: number, body: unknown = {}, headers: Record<string, string> = {}): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const usual = {
    'content-type': 'application/json',
    'content-length': `${text.length}`,
    connection: 'close',
  };
  const lines = Object.entries({ ...usual, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Said\r\n${lines.join('')}\r\n${text}`;
}
