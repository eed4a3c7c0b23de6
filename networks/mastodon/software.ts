/** The servers that speak Mastodon's API, and where they part from it. */

/** `other` is treated with the care that the least helpful of them needs. */
export type KnownSoftware = 'mastodon' | 'gotosocial' | 'pleroma' | 'pixelfed' | 'hollo';
export type Software = KnownSoftware | 'other';

interface Traits {
  /** Links and mentions count short. The others count what stands there, whatever figure they report. */
  countsShort: boolean;
  /** Takes images and videos in one post. */
  mixesMedia: boolean;
  /** A status shows its media under the ids they were uploaded with. */
  keepsMediaIds: boolean;
  /** What the account's own list shows; a status it does not show is not proven absent by it. */
  lists: { replies: boolean; direct: boolean; mixedMedia: boolean };
  /** Scopes asked for at sign-in. */
  scopes: string;
}

const narrowScopes = 'read:accounts read:statuses write:media write:statuses';
const everything = { replies: true, direct: true, mixedMedia: true };

export const traits: Record<Software, Traits> = {
  mastodon: {
    countsShort: true,
    mixesMedia: false,
    keepsMediaIds: true,
    lists: everything,
    scopes: narrowScopes,
  },
  gotosocial: {
    countsShort: false,
    mixesMedia: true,
    keepsMediaIds: true,
    lists: { ...everything, direct: false },
    scopes: narrowScopes,
  },
  /** And Akkoma. Media of a status goes by a hash of its address. */
  pleroma: {
    countsShort: false,
    mixesMedia: true,
    keepsMediaIds: false,
    lists: { ...everything, direct: false },
    scopes: narrowScopes,
  },
  /**
   * The list leaves out replies, direct posts and albums of images with videos:
   * https://github.com/pixelfed/pixelfed/blob/dev/app/Http/Controllers/Api/ApiV1Controller.php (2026-11-21).
   */
  pixelfed: {
    countsShort: false,
    mixesMedia: true,
    keepsMediaIds: true,
    lists: { replies: false, direct: false, mixedMedia: false },
    scopes: 'read write',
  },
  hollo: {
    countsShort: false,
    mixesMedia: true,
    keepsMediaIds: true,
    lists: everything,
    scopes: narrowScopes,
  },
  other: {
    countsShort: false,
    mixesMedia: true,
    keepsMediaIds: false,
    lists: { replies: false, direct: false, mixedMedia: false },
    scopes: 'read write',
  },
};

/** By the name in a server's nodeinfo. */
export function toSoftware(name: string): Software {
  if (name === 'akkoma') return 'pleroma';
  return Object.hasOwn(traits, name) ? (name as Software) : 'other';
}
