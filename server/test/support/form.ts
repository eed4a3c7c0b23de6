/** Creates forms part by part, also forms that no browser would send. */
const boundary = 'bell';

export const formType = `multipart/form-data; boundary=${boundary}`;

type Bytes = string | Uint8Array;

/** `head` are the part's header lines. */
export function part(head: string, body: Bytes): Buffer<ArrayBuffer> {
  return join(`--${boundary}\r\n${head}\r\n\r\n`, body, '\r\n');
}

export function fieldPart(name: string, value: Bytes, type?: string): Buffer<ArrayBuffer> {
  const more = type === undefined ? '' : `\r\nContent-Type: ${type}`;
  return part(`Content-Disposition: form-data; name="${name}"${more}`, value);
}

/** `called` are the parameters that name the field and the file. */
export function filePart(bytes: Bytes, called = 'name="file"; filename="bell.png"'): Buffer<ArrayBuffer> {
  return part(`Content-Disposition: form-data; ${called}\r\nContent-Type: application/octet-stream`, bytes);
}

export function form(...parts: Bytes[]): Buffer<ArrayBuffer> {
  return join(...parts, `--${boundary}--\r\n`);
}

export function join(...pieces: Bytes[]): Buffer<ArrayBuffer> {
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)));
}
