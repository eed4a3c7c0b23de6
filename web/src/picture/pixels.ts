/**
 * Reads a picture and cuts an area out of it. The browser decodes and encodes beside the page: for the display only as
 * many pixels as are shown, all of them only at the end.
 */
import type { Media } from '@belfry/contract/media.ts';
import { api } from '../data/client.ts';
import { type Area, type Size, turnArea, turnSize } from './area.ts';
import { encode } from './still.ts';

/** Pixels of the longer side on the screen. */
const SHOWN = 1200;

export interface Loaded {
  blob: Blob;
  /** The picture, upright, as large as it is shown at most. */
  bitmap: ImageBitmap;
  /** Pixels of the file for each of the bitmap. */
  scale: number;
}

export async function loadPicture({ id, width, height }: Media): Promise<Loaded> {
  const { body } = await api().call('getMediaFile', { params: { id } });
  const blob = await body.blob();
  const longer = Math.max(width ?? SHOWN, height ?? SHOWN);
  const isUpright = (height ?? 0) > (width ?? 0);
  const bitmap = await createImageBitmap(blob, {
    ...(longer > SHOWN && { [isUpright ? 'resizeHeight' : 'resizeWidth']: SHOWN, resizeQuality: 'medium' }),
  });
  return { blob, bitmap, scale: longer / Math.max(bitmap.width, bitmap.height) };
}

/** Cosine and sine, exact. */
const directions = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/** From now on, a context draws around its middle, after some quarter turns to the right. */
export function turnContext(context: CanvasRenderingContext2D, turns: number): void {
  const [cos, sin] = directions[turns % 4] ?? directions[0];
  const { width, height } = context.canvas;
  context.setTransform(cos, sin, -sin, cos, width / 2, height / 2);
}

/** Of the same type as the file. `area`: in pixels of the turned bitmap. Throws if the browser cannot do it. */
export async function cutOut({ blob, bitmap }: Loaded, area: Area, turns: number): Promise<Blob> {
  const full = await createImageBitmap(blob);
  try {
    const kept = inPixels(turnBack(area, turns, bitmap), full, full.width / bitmap.width);
    const canvas = document.createElement('canvas');
    Object.assign(canvas, turnSize(kept, turns));
    // Without it, all strips would be drawn at once, at the end.
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('This browser has no canvas.');
    turnContext(context, turns);
    context.imageSmoothingEnabled = false;
    await drawInStrips(context, full, kept);
    return await encode(canvas, blob.type);
  } finally {
    full.close();
  }
}

/** The area in the picture as it was before the turns. */
function turnBack(area: Area, turns: number, before: Size): Area {
  let [turned, size] = [area, turnSize(before, turns)];
  for (let turn = turns; turn > 0 && turn < 4; turn += 1) {
    turned = turnArea(turned, size);
    size = turnSize(size, 1);
  }
  return turned;
}

function inPixels(area: Area, { width, height }: Size, scale: number): Area {
  const [x, y] = [Math.round(area.x * scale), Math.round(area.y * scale)];
  return {
    x,
    y,
    width: Math.max(1, Math.min(Math.round(area.width * scale), width - x)),
    height: Math.max(1, Math.min(Math.round(area.height * scale), height - y)),
  };
}

/** Pixels that are drawn before the page gets its turn. */
const STRIP = 1_000_000;

async function drawInStrips(context: CanvasRenderingContext2D, full: ImageBitmap, kept: Area): Promise<void> {
  const { x, y, width, height } = kept;
  const rows = Math.max(1, Math.floor(STRIP / width));
  for (let top = 0; top < height; top += rows) {
    const part = Math.min(rows, height - top);
    context.drawImage(full, x, y + top, width, part, -width / 2, top - height / 2, width, part);
    context.getImageData(0, 0, 1, 1);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
