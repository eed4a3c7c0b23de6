/** What a person should know before a post on X is published. Safe for the browser. */
import { adviseCodes } from '../core/caption-codes.ts';
import { when } from '../core/judging.ts';
import { type Advice, isAnimatedGif, type Version } from '../core/limits.ts';
import { listTexts } from '../core/thread.ts';
import { countMentions } from '../core/words.ts';
import { countLinks } from './counting.ts';
import { codeOf } from './languages.ts';

/** X takes it for a quote. Not confirmed: that it refuses such a post from most apps, as it does one with `quote`. */
const postLink = /\b(?:x|twitter)\.com\/[\w/]{1,40}\/status\/\d/i;

/** https://docs.x.com/changelog (2026-04-20, read on 2026-11-22) */
const quoting =
  'X lets only apps with an Enterprise contract quote others, also by a link, and may refuse this post.';

export function advise(version: Version): Advice[] {
  const texts = listTexts(version);
  const cost = 'X charges the operator $0.20 for a post with a link, and $0.015 for one without.';
  const limited = 'X limits mentions by software, and may refuse this post.';
  const repeated = 'X refuses a text that the account has just published, and may refuse this part.';
  const ofTexts = texts.flatMap(({ field, text }, at) => [
    ...when(countLinks(text) > 0, field, 'link.cost', cost),
    ...when(countMentions(text) > 0, field, 'mentions.limited', limited),
    ...when(postLink.test(text), field, 'quote.limited', quoting),
    ...when(texts.findIndex((each) => each.text === text) < at, field, 'text.repeated', repeated),
  ]);
  const isQuote = version.settings.quote !== undefined;
  const ofQuote = when(isQuote, 'settings.quote', 'quote.limited', quoting);
  return [...ofTexts, ...adviseFiles(version), ...adviseCodes('X', version, codeOf), ...ofQuote];
}

/** https://docs.x.com/x-api/media/quickstart/best-practices (2026-11-22) */
function adviseFiles({ media }: Version): Advice[] {
  return media.flatMap((file, at) => {
    const field = `media_ids.${at}`;
    const isLarge = isAnimatedGif(file) && ((file.width ?? 0) > 1280 || (file.height ?? 0) > 1080);
    const large = 'X may refuse an animated GIF of more than 1280 × 1080 pixels.';
    const silent = 'X shows alt texts of images, not of videos.';
    return [
      ...when(isLarge, field, 'gif.size', large),
      ...when(file.kind === 'video' && Boolean(file.altText), field, 'alt.video', silent),
    ];
  });
}
