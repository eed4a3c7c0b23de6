/** Bodies of `multipart/form-data`, streamed, so that memory never contains a whole file. */

const encoder = new TextEncoder();

export interface FilePart {
  /** Name of the form's field. */
  field: string;
  /** The file's name as a person gave it. */
  name: string;
  mimeType: string;
  /** Bytes. */
  size: number;
  bytes: AsyncIterable<Uint8Array>;
}

export interface Multipart {
  /** Carries this body's boundary. */
  contentType: string;
  /** Bytes. */
  length: number;
  body: AsyncIterable<Uint8Array>;
}

/** Encodes text fields and files, in this order. */
export function encodeMultipart(fields: Record<string, string>, ...files: FilePart[]): Multipart {
  const boundary = `belfry-${crypto.randomUUID()}`;
  const texts = Object.entries(fields).map(([name, value]) =>
    encoder.encode(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  const parts = files.map((file) => ({ ...file, head: headOf(boundary, file) }));
  const end = encoder.encode(`--${boundary}--\r\n`);
  const sizes = [
    ...texts.map(({ length }) => length),
    ...parts.map(({ head, size }) => head.length + size + 2),
  ];
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: sizes.reduce((sum, size) => sum + size, end.length),
    body: writeParts(texts, parts, end),
  };
}

async function* writeParts(
  texts: readonly Uint8Array[],
  parts: readonly (FilePart & { head: Uint8Array })[],
  end: Uint8Array,
): AsyncGenerator<Uint8Array> {
  yield* texts;
  for (const { head, bytes } of parts) {
    yield head;
    yield* bytes;
    yield encoder.encode('\r\n');
  }
  yield end;
}

function headOf(boundary: string, { field, name, mimeType }: FilePart): Uint8Array {
  return encoder.encode(
    `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${safeName(name)}"\r\n` +
      `Content-Type: ${mimeType}\r\n\r\n`,
  );
}

/** A name from a person may contain quotes, line breaks or a path, which must not reach the header. */
function safeName(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, '_').slice(-100);
  return /\w/.test(plain) ? plain : 'file';
}
