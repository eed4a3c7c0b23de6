/** What servers refuse, and the shared check cannot express. Safe for the browser. */
import { textField } from '../core/json.ts';
import { unless } from '../core/judging.ts';
import type { AccountLimits, MediaFacts, Version, Violation } from '../core/limits.ts';
import { countCodePoints } from '../core/text.ts';
import { countMentions } from '../core/words.ts';

export function checkPost(version: Version, account: AccountLimits): Violation[] {
  // Only Mastodon shortens links.
  const isMastodon = account['text.url_length'] !== 0;
  return [
    ...checkQuote(version),
    ...(isMastodon ? version.media.flatMap(checkGif) : []),
    ...(account.scopes?.includes('pixelfed') ? checkPixelfed(version) : []),
  ];
}

/**
 * https://docs.joinmastodon.org/client/quotes/ (2026-11-24). A direct post must mention the author of the quoted one:
 * https://github.com/mastodon/mastodon/blob/main/app/services/post_status_service.rb (2026-11-28).
 */
function checkQuote({ text, settings, media }: Version): Violation[] {
  const isAlone = settings.quote === undefined || media.length === 0;
  const message = 'allows files or a quote in one post, not both';
  const params = { kinds: ['files', 'quote'] };
  const isPrivate = settings.quote !== undefined && settings.visibility === 'direct';
  const mention = 'allows a quote in a direct post only if it mentions the author of the quoted post';
  return [
    ...unless(isAlone, 'settings.quote', 'post.kind', message, { params }),
    ...unless(!isPrivate || countMentions(text) > 0, 'settings.quote', 'quote.mention', mention),
  ];
}

/** Animated or not: https://github.com/mastodon/mastodon/blob/main/app/models/concerns/attachmentable.rb (2026-11-28) */
const gifPixels = 1280 * 720;

function checkGif({ mimeType, width, height }: MediaFacts, at: number): Violation[] {
  const measured = (width ?? 0) * (height ?? 0);
  const isKept = mimeType !== 'image/gif' || measured <= gifPixels;
  const message = `allows GIFs of at most ${gifPixels} pixels; this one has ${measured}`;
  const more = { measured, limit: gifPixels, unit: 'pixels' };
  return unless(isKept, `media_ids.${at}`, 'image.pixels', message, more);
}

/**
 * `statusCreate` of
 * https://github.com/pixelfed/pixelfed/blob/dev/app/Http/Controllers/Api/ApiV1Controller.php (2026-11-28)
 */
const longestWarning = 140;

function checkPixelfed({ settings }: Version): Violation[] {
  const measured = countCodePoints(textField(settings, 'spoiler_text') ?? '');
  const long = `allows at most ${longestWarning} characters in a content warning on this server; this one has ${measured}`;
  const more = { measured, limit: longestWarning, unit: 'characters' };
  const direct = 'has no direct posts on this server, which runs Pixelfed';
  return [
    ...unless(measured <= longestWarning, 'settings.spoiler_text', 'warning.max', long, more),
    ...unless(settings.visibility !== 'direct', 'settings.visibility', 'visibility.direct', direct),
  ];
}
