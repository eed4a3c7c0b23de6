/** A JSON body with files as Base64, streamed, so that memory never contains a whole file. */
import type { Media } from '../core/network.ts';

/** `compose` returns the JSON. Wherever it puts `place(file)`, the bytes of that file will stand. `length`: bytes. */
export function streamJson(compose: (place: (file: Media) => string) => unknown) {
  const mark = crypto.randomUUID();
  const files: Media[] = [];
  const text = JSON.stringify(
    compose((file) => {
      files.push(file);
      return `${mark}-${files.length - 1}`;
    }),
  );
  const pieces = text.split(new RegExp(`${mark}-(\\d+)`)).map((piece, at) => {
    const file = at % 2 === 1 ? files[Number(piece)] : undefined;
    return file ?? Buffer.from(piece);
  });
  const lengths = pieces.map((each) => ('open' in each ? 4 * Math.ceil(each.size / 3) : each.length));
  return { length: lengths.reduce((sum, each) => sum + each, 0), body: writePieces(pieces) };
}

async function* writePieces(pieces: readonly (Media | Buffer)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if ('open' in piece) yield* toBase64(piece.open());
    else yield piece;
  }
}

/** Three bytes become four characters, so the rest of each chunk waits for the next one. */
async function* toBase64(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    rest = bytes.subarray(whole);
    if (whole > 0) yield Buffer.from(bytes.toString('base64', 0, whole));
  }
  if (rest.length > 0) yield Buffer.from(rest.toString('base64'));
}
