/** What Threads refuses, and the shared check cannot express. Safe for the browser. */
import { textField } from '../core/json.ts';
import { unless } from '../core/judging.ts';
import type { AccountLimits, Limits, Version, Violation } from '../core/limits.ts';
import { listTexts, listThreadFiles } from '../core/thread.ts';
import { checkThreadFiles } from '../core/thread-files.ts';
import { checkWidths } from '../families/meta/checks.ts';
import { scopesOf } from './scopes.ts';

/** Since 2025-12-22: https://developers.facebook.com/docs/threads/posts (2026-11-22) */
const mostLinks = 5;
const link = /(?:https?:\/\/|(?<![\p{L}\p{N}@.])www\.)[^\s<>"]+/giu;

export function checkPost(version: Version, account: AccountLimits): Violation[] {
  return [
    ...checkTexts(version),
    ...checkLinks(version),
    ...checkWidths(version.media),
    ...checkCombination(version),
    ...checkScopes(version, account),
  ];
}

/** The files of each text of `listTexts`. */
function countFiles({ media, settings }: Version): number[] {
  return [media.length, ...listThreadFiles(settings).map(({ length }) => length)];
}

function checkTexts(version: Version): Violation[] {
  const files = countFiles(version);
  return listTexts(version).flatMap(({ field, text }, at) =>
    unless(text.trim() !== '' || (files[at] ?? 0) > 0, field, 'text.min', 'needs a text or a file', {
      params: { needs: ['text', 'files'] },
    }),
  );
}

function checkLinks(version: Version): Violation[] {
  return listTexts(version).flatMap(({ field, text }, at) => {
    const card = at === 0 ? textField(version.settings, 'link') : undefined;
    const links = new Set([...text.matchAll(link)].map(([found]) => found));
    if (card !== undefined) links.add(card);
    const message = `allows at most ${mostLinks} different links in a post; this post has ${links.size}`;
    const measured = { measured: links.size, limit: mostLinks, unit: 'links' };
    return unless(links.size <= mostLinks, field, 'text.links', message, measured);
  });
}

/** https://developers.facebook.com/docs/threads/create-posts/polls (2026-11-22) */
function checkCombination({ settings, media }: Version): Violation[] {
  const withoutFiles = ['poll', 'link'].flatMap((name) =>
    unless(
      settings[name] === undefined || media.length === 0,
      `settings.${name}`,
      'post.kind',
      `allows a ${name} only in a post without files`,
      { params: { kinds: ['files', name] } },
    ),
  );
  const isSpoiler = settings.is_spoiler === true;
  const message = 'hides files only, and this post has none';
  return [
    ...withoutFiles,
    ...unless(!isSpoiler || media.length > 0, 'settings.is_spoiler', 'post.kind', message),
  ];
}

const scopesFor = {
  thread: scopesOf.comments,
  first_comment: scopesOf.comments,
  location: [scopesOf.locations],
};

function checkScopes({ settings }: Version, { scopes }: AccountLimits): Violation[] {
  if (scopes === undefined) return [];
  return Object.entries(scopesFor).flatMap(([name, needed]) => {
    const isUsed = Array.isArray(settings[name]) ? settings[name].length > 0 : settings[name] !== undefined;
    const missing = needed.find((scope) => !scopes.includes(scope));
    const message =
      'does not allow this sign-in to do this. Connect the channel again, and allow everything that is asked';
    return unless(!isUsed || missing === undefined, `settings.${name}`, 'sign_in.scope', message, {
      params: { scope: missing ?? '' },
    });
  });
}

export function checkFilesOfThread(version: Version, account: AccountLimits, limits: Limits): Violation[] {
  const check = ({ media }: Version) => checkWidths(media);
  return checkThreadFiles(version, account, { platform: 'threads', name: 'Threads', limits, check });
}
