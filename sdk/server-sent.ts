/** Reads server-sent events, by the rules of the HTML standard (section 9.2.6). */

export interface Block {
  /** The name of the event; undefined: it has none. */
  event: string | undefined;
  /** The position that is reached with this block; undefined: as before. */
  id: string | undefined;
  /** Empty: the block has no event. */
  data: string;
  /** Milliseconds to wait before connecting again. */
  retry: number | undefined;
}

/** A stream with a longer line or event is refused, so that it cannot fill the memory. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}

/** Yields each complete block. A block that was cut off is dropped, with its id. */
export async function* readBlocks(
  pieces: AsyncIterable<Uint8Array>,
  maxLength: number,
): AsyncGenerator<Block, void> {
  let block = emptyBlock();
  for await (const line of readLines(pieces, maxLength)) {
    if (line === '') {
      yield { ...block, data: block.data.slice(1) };
      block = emptyBlock();
    } else addLine(block, line);
    if (block.data.length > maxLength) throw tooLong(maxLength);
  }
}

function emptyBlock(): Block {
  return { event: undefined, id: undefined, data: '', retry: undefined };
}

function addLine(block: Block, line: string): void {
  const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
  if (field === 'event') block.event = value;
  if (field === 'data') block.data += `\n${value}`;
  if (field === 'id' && !value.includes('\0')) block.id = value;
  if (field === 'retry' && /^\d+$/.test(value)) block.retry = Number(value);
}

/** Lines end with \n, \r\n or \r, also when a piece ends between \r and \n. */
async function* readLines(
  pieces: AsyncIterable<Uint8Array>,
  maxLength: number,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let [begun, length, endedWithReturn]: [string[], number, boolean] = [[], 0, false];
  for await (const piece of pieces) {
    const decoded = decoder.decode(piece, { stream: true });
    const text = endedWithReturn && decoded.startsWith('\n') ? decoded.slice(1) : decoded;
    if (decoded !== '') endedWithReturn = decoded.endsWith('\r');
    for (const [at, part] of text.split(/\r\n|[\r\n]/).entries()) {
      if (at > 0) {
        yield begun.join('');
        [begun, length] = [[], 0];
      }
      begun.push(part);
      length += part.length;
      if (length > maxLength) throw tooLong(maxLength);
    }
  }
}

function tooLong(maxLength: number): TooLong {
  return new TooLong(`The stream of events has a line or an event of more than ${maxLength} characters.`);
}
