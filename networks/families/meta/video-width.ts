/** The width of videos, which the shared check does not know. Safe for the browser. */
import type { MediaFacts, Violation } from '../../core/limits.ts';

/** Pixels of a video’s width. Its height may be more. */
const maxColumns = 1920;

export function checkWidths(media: readonly MediaFacts[]): Violation[] {
  return media.flatMap(({ kind, width }, index) => {
    if (kind !== 'video' || width === null || width <= maxColumns) return [];
    const message = `allows at most ${maxColumns} pixels in the width of a video; this video has ${width}`;
    const common = { rule: 'video.width', measured: width, limit: maxColumns, unit: 'pixels' };
    return [{ field: `media_ids.${index}`, ...common, message }];
  });
}
