/** Bodies of `multipart/form-data`, streamed, so that memory never contains a whole file. */

const encoder = new TextEncoder();

interface FilePart {
  /** Name of the form's field. */
  field: string;
  /** The file's name as a person gave it. */
  name: string;
  mimeType: string;
  bytes: AsyncIterable<Uint8Array>;
}

/** Encodes text fields and one file; `contentType` carries this body's boundary. */
export function encodeMultipart(
  fields: Record<string, string>,
  file: FilePart,
): { contentType: string; body: AsyncIterable<Uint8Array> } {
  const boundary = `belfry-${crypto.randomUUID()}`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: writeParts(boundary, fields, file),
  };
}

async function* writeParts(
  boundary: string,
  fields: Record<string, string>,
  file: FilePart,
): AsyncGenerator<Uint8Array> {
  for (const [name, value] of Object.entries(fields)) {
    yield encode(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  }
  yield encode(
    `--${boundary}\r\nContent-Disposition: form-data; name="${file.field}"; filename="${safeName(file.name)}"\r\n` +
      `Content-Type: ${file.mimeType}\r\n\r\n`,
  );
  yield* file.bytes;
  yield encode(`\r\n--${boundary}--\r\n`);
}

function encode(text: string): Uint8Array {
  return encoder.encode(text);
}

/** A name from a person may contain quotes, line breaks or a path, which must not reach the header. */
function safeName(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, '_').slice(-100);
  return /\w/.test(plain) ? plain : 'file';
}
