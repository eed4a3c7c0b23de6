/** The servers with Mastodon's API, and how they differ. */

/** `other` is treated like the least reliable of the known ones. */
export type KnownSoftware = 'mastodon' | 'gotosocial' | 'pleroma' | 'pixelfed' | 'hollo';
export type Software = KnownSoftware | 'other';

export interface Traits {
  /**
   * Shortens links and mentions when counting. The others count every character, even if they report a length for
   * links.
   */
  countsShort: boolean;
  /** Allows images and videos in one post. */
  mixesMedia: boolean;
  /** A status shows its media under the ids of their uploads. */
  keepsMediaIds: boolean;
  /** Kinds of statuses that the account's own list shows. For other kinds, the list does not prove absence. */
  lists: { replies: boolean; direct: boolean; mixedMedia: boolean };
  /** Reads several statuses in one call. */
  readsMany: boolean;
  /** Newer versions can quote statuses, and say of each whether the account may. */
  quotes: boolean;
  /** Scopes requested at sign-in. */
  scopes: string;
}

const everything = { replies: true, direct: true, mixedMedia: true };
const nothing = { replies: false, direct: false, mixedMedia: false };
const usual: Traits = {
  countsShort: false,
  mixesMedia: true,
  keepsMediaIds: true,
  lists: everything,
  readsMany: false,
  quotes: false,
  scopes: 'read:accounts read:statuses write:media write:statuses',
};

export const traits: Record<Software, Traits> = {
  mastodon: {
    ...usual,
    ...{ countsShort: true, mixesMedia: false, readsMany: true, quotes: true },
    /** `read:search` finds the quoted posts of other servers. */
    scopes: 'read:accounts read:search read:statuses write:media write:statuses',
  },
  gotosocial: { ...usual, lists: { ...everything, direct: false } },
  /** Also Akkoma. In a status, the id of a file is a hash of the file's address. */
  pleroma: { ...usual, keepsMediaIds: false, lists: { ...everything, direct: false } },
  /**
   * The list omits replies, direct posts, and albums of images with videos:
   * https://github.com/pixelfed/pixelfed/blob/dev/app/Http/Controllers/Api/ApiV1Controller.php (2026-11-21).
   */
  pixelfed: { ...usual, lists: nothing, scopes: 'read write' },
  hollo: usual,
  other: { ...usual, keepsMediaIds: false, lists: nothing, scopes: 'read write' },
};

/** The software by its name in a server's nodeinfo. */
export function toSoftware(name: string): Software {
  if (name === 'akkoma') return 'pleroma';
  return Object.hasOwn(traits, name) ? (name as Software) : 'other';
}
