/** Alt texts of networks that count code points. Safe for the browser. */
import { unless } from './judging.ts';
import type { MediaFacts, Violation } from './limits.ts';
import { countCodePoints, countGraphemes } from './text.ts';

/** The shared check counts graphemes, of which each may have many code points. */
export function checkAltPoints(media: readonly MediaFacts[], limit: number): Violation[] {
  return media.flatMap(({ altText }, index) => {
    const measured = countCodePoints(altText ?? '');
    const isKept = measured <= limit || countGraphemes(altText ?? '') > limit;
    const message = `allows at most ${limit} characters of alt text; this alt text has ${measured}`;
    const more = { measured, limit, unit: 'characters' };
    return unless(isKept, `media_ids.${index}`, 'alt.max', message, more);
  });
}
