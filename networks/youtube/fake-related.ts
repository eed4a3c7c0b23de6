import type { FakeRequest } from '../testing/fake-server.ts';

/** The two parts of a body of `multipart/related`, each as a request of its own. Undefined: it is none. */
export function readRelated(request: FakeRequest): { metadata: FakeRequest; file: FakeRequest } | undefined {
  const boundary = /^multipart\/related; boundary=([\w-]{1,70})$/.exec(
    request.headers['content-type'] ?? '',
  )?.[1];
  const parts = request.body.toString('latin1').split(`--${boundary}`);
  if (boundary === undefined || parts.length !== 4 || parts[0] !== '' || parts[3] !== '--\r\n')
    return undefined;
  const [metadata, file] = parts.slice(1, 3).map((part) => {
    const [, type = '', content = ''] = /^\r\nContent-Type: (.*)\r\n\r\n([\s\S]*)\r\n$/.exec(part) ?? [];
    const body = Buffer.from(content, 'latin1');
    return { ...request, headers: { ...request.headers, 'content-type': type }, body };
  });
  if (metadata === undefined || file === undefined) return undefined;
  return { metadata: { ...metadata, json: parse(metadata.body) }, file };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
