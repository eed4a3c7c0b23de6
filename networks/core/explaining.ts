/** What violations of a file say about conversion: why it does not help, or what does. Safe for the browser. */
import type { LimitSource, MediaFacts, Violation } from './limits.ts';
import { videoBoundsOf, wayOutOf } from './videos.ts';

export function explainConversion(
  limits: LimitSource,
  media: MediaFacts,
  violations: Violation[],
): Violation[] {
  if (media.kind === 'video') return explainVideo(limits, media, violations);
  return media.animated ? violations.map(explainAnimated) : violations;
}

/** Explains why conversion does not help: Belfry converts only still images. */
function explainAnimated(violation: Violation): Violation {
  if (!/^(?:image|animated)\./.test(violation.rule)) return violation;
  return {
    ...violation,
    message: `${violation.message}. Belfry does not convert animated images, because they would become still`,
    params: { ...violation.params, kept: 'animated' },
  };
}

const rulesOfFormats: readonly string[] = ['video.types', 'video.codecs', 'audio.codecs'];

/** Says once what to do about a video whose type or codecs the network refuses. */
function explainVideo(limits: LimitSource, media: MediaFacts, violations: Violation[]): Violation[] {
  const first = violations.find(({ rule }) => rulesOfFormats.includes(rule));
  const wayOut = first && wayOutOf(media, videoBoundsOf(limits));
  if (wayOut === undefined) return violations;
  const { way, message } = wayOut;
  return violations.map((one) =>
    one === first ? { ...one, message: `${one.message}. ${message}`, params: { ...one.params, way } } : one,
  );
}
