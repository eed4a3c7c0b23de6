/** Reads the head of a JPEG: https://www.w3.org/Graphics/JPEG/itu-t81.pdf (2026-11-22). Does not decode the image. */
import type { Media } from './network.ts';

/** What a JPEG says about its pixels. */
export interface JpegFrame {
  width: number;
  height: number;
  /** 1: grey, 3: colours of screens, 4: colours of printers. */
  components: 1 | 3 | 4;
  /** Adobe's programs store the colours of printers inverted. */
  isAdobe: boolean;
}

/** A colour profile, which comes first, seldom has more than 1 MB. */
const headBytes = 2 ** 21;

/** Undefined if the file is not a JPEG. */
export async function readJpegFrame(file: Pick<Media, 'size' | 'open'>): Promise<JpegFrame | undefined> {
  let head = new Uint8Array();
  for await (const bytes of file.open({ start: 0, end: Math.min(headBytes, file.size) })) {
    const longer = new Uint8Array(head.length + bytes.length);
    longer.set(head);
    longer.set(bytes, head.length);
    head = longer;
    const frame = findFrame(head);
    if (frame !== undefined) return frame;
  }
  return undefined;
}

/** The frame's segment states the size. Every segment before it starts with its type and its length. */
function findFrame(head: Uint8Array): JpegFrame | undefined {
  const view = new DataView(head.buffer);
  if (head.length < 2 || view.getUint16(0) !== 0xff_d8) return undefined;
  let isAdobe = false;
  let at = 2;
  while (at + 10 <= head.length && head[at] === 0xff) {
    const type = head[at + 1] ?? 0;
    if (isFrame(type)) return readSegment(view, at, isAdobe);
    if (type === 0xee) isAdobe = true;
    // Fill bytes may stand before a segment.
    at += type === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function readSegment(view: DataView, at: number, isAdobe: boolean): JpegFrame | undefined {
  const [height, width, components] = [view.getUint16(at + 5), view.getUint16(at + 7), view.getUint8(at + 9)];
  const isKnown = components === 1 || components === 3 || components === 4;
  return width > 0 && height > 0 && isKnown ? { width, height, components, isAdobe } : undefined;
}

/** The types C4, C8 and CC are not frames. */
function isFrame(type: number): boolean {
  return type >= 0xc0 && type <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(type);
}
