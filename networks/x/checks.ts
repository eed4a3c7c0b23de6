/** What X refuses, and the shared check cannot express. Safe for the browser. */
import { unless } from '../core/judging.ts';
import {
  type AccountLimits,
  isAnimatedGif,
  type Limits,
  type MediaFacts,
  type Version,
  type Violation,
} from '../core/limits.ts';
import { listTexts, listThreadFiles } from '../core/thread.ts';
import { checkThreadFiles } from '../core/thread-files.ts';

const mostCashtags = 1;
/** https://github.com/twitter/twitter-text/blob/master/js/src/regexp/cashtag.js (2026-11-22) */
const cashtag = /(?<![^\s])\$[a-z]{1,6}(?:[._][a-z]{1,2})?(?=$|[\s!'#%&()*+,\\\-./:;<=>?@[\]^_{|}~$])/gi;
const forbidden = /[\ufffe\ufeff\uffff]/;

export function checkPost(version: Version): Violation[] {
  return [...checkTexts(version), ...checkCombination(version), ...checkGif(version.media)];
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

function checkGif(media: readonly MediaFacts[]): Violation[] {
  const isAlone = media.length < 2 || !media.some(isAnimatedGif);
  return unless(isAlone, 'media_ids', 'media.gif', 'shows an animated GIF only alone, without other files');
}

export function checkFilesOfThread(version: Version, account: AccountLimits, limits: Limits): Violation[] {
  const check = ({ media }: Version) => checkGif(media);
  return checkThreadFiles(version, account, { platform: 'x', name: 'X', limits, check });
}
