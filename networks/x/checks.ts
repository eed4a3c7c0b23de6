/** What X refuses, and the shared check cannot express. Safe for the browser. */
import { comparedSizes } from '../core/amount.ts';
import { unless } from '../core/judging.ts';
import type { AccountLimits, Limits, MediaFacts, Version, Violation } from '../core/limits.ts';
import { listTexts, listThreadFiles } from '../core/thread.ts';
import { checkThreadFiles } from '../core/thread-files.ts';

const mostCashtags = 1;
/** https://github.com/twitter/twitter-text/blob/master/js/src/regexp/cashtag.js (2026-11-22) */
const cashtag = /(?<![^\s])\$[a-z]{1,6}(?:[._][a-z]{1,2})?(?=$|[\s!'#%&()*+,\\\-./:;<=>?@[\]^_{|}~$])/gi;
const forbidden = /[\ufffe\ufeff\uffff]/;

export function checkPost(version: Version, limits: Limits): Violation[] {
  return [...checkTexts(version), ...checkCombination(version), ...checkAnimated(version.media, limits)];
}

function checkTexts(version: Version): Violation[] {
  const files = [version.media, ...listThreadFiles(version.settings)];
  return listTexts(version).flatMap(({ field, text }, at) => {
    const cashtags = [...text.matchAll(cashtag)].length;
    const hasFiles = (files[at]?.length ?? 0) > 0 && version.settings.poll === undefined;
    const params = { needs: ['text', 'files_without_poll'] };
    const empty = 'needs a text, or files without a poll';
    const unsafe = 'does not allow the characters U+FEFF, U+FFFE and U+FFFF';
    const many = `allows at most ${mostCashtags} cashtag; this text has ${cashtags}`;
    const counted = { measured: cashtags, limit: mostCashtags, unit: 'cashtags' };
    return [
      ...unless(text.trim() !== '' || hasFiles, field, 'text.min', empty, { params }),
      ...unless(!forbidden.test(text), field, 'text.characters', unsafe),
      ...unless(cashtags <= mostCashtags, field, 'text.cashtags', many, counted),
    ];
  });
}

/**
 * https://docs.x.com/x-api/posts/create-post (2026-11-22). Not confirmed: that files and quotes exclude each other, which
 * stood in an older version of the page, and that `share_with_followers` belongs to posts in communities, as X's
 * changelog has it (2025-07-28): X's OpenAPI document, 2.167, says that it belongs to posts for subscribers.
 */
function checkCombination({ settings, media }: Version): Violation[] {
  const kinds = [
    ...(media.length > 0 ? ['files'] : []),
    ...(settings.poll === undefined ? [] : ['poll']),
    ...(settings.quote === undefined ? [] : ['quote']),
  ];
  const chosen = kinds.map((kind) => (kind === 'files' ? kind : `a ${kind}`));
  const field = settings.poll === undefined ? 'settings.quote' : 'settings.poll';
  const message = `allows files, a poll or a quote in one post; this post has ${chosen.join(' and ')}`;
  const isShared = settings.share_with_followers === true;
  const isFitting = !isShared || settings.community_id !== undefined;
  const asks = 'shares a post with followers only if it is in a community';
  return [
    ...unless(kinds.length < 2, field, 'post.kind', message, { params: { kinds } }),
    ...unless(isFitting, 'settings.share_with_followers', 'post.community', asks),
  ];
}

export function isGif({ mimeType, animated }: MediaFacts): boolean {
  return animated && mimeType === 'image/gif';
}

/** X takes an animated image that is no GIF as an image like any other, which may have fewer bytes. */
function checkAnimated(media: readonly MediaFacts[], limits: Limits): Violation[] {
  const isAlone = media.length < 2 || !media.some(isGif);
  const alone = 'shows an animated GIF only alone, without other files';
  const most = limits['image.bytes']?.value ?? Number.POSITIVE_INFINITY;
  const large = media.flatMap((file, at) => {
    const { size: measured } = file;
    const isSmall = !file.animated || isGif(file) || measured <= most;
    const [allowed, actual] = comparedSizes(most, measured);
    const message = `allows at most ${allowed}; this image has ${actual}. Belfry does not convert animated images, because they would become still`;
    const more = { measured, limit: most, unit: 'bytes', params: { kept: 'animated' } };
    return unless(isSmall, `media_ids.${at}`, 'image.bytes', message, more);
  });
  return [...unless(isAlone, 'media_ids', 'media.gif', alone), ...large];
}

export function checkFilesOfThread(version: Version, account: AccountLimits, limits: Limits): Violation[] {
  const check = ({ media }: Version) => checkAnimated(media, limits);
  return checkThreadFiles(version, account, { platform: 'x', name: 'X', limits, check });
}
