/** How a lost post is found again in the lists of the profile. */
import { field, textField } from '../core/json.ts';
import type { Listing } from '../families/meta/container-posts.ts';
import { plainText } from '../families/meta/lists.ts';
import type { Part } from './compose.ts';

const types = { image: 'IMAGE', video: 'VIDEO' };

export function listingOf({ text, media }: Part, parent: string | undefined): Listing {
  const [file] = media;
  const type = media.length > 1 ? 'CAROUSEL_ALBUM' : file === undefined ? 'TEXT_POST' : types[file.kind];
  const isOurs = (item: unknown) =>
    textField(item, 'media_type') === type &&
    plain(textField(item, 'text')) === plain(text) &&
    (parent === undefined || field(item, 'replied_to', 'id') === parent);
  return parent === undefined
    ? { edge: 'threads', fields: 'media_type,text', isOurs }
    : { edge: 'replies', fields: 'media_type,text,replied_to', isOurs };
}

/** Not confirmed: Threads shows the sign of a hashtag. */
function plain(text: string | undefined): string {
  return plainText(text).replace(/[#＃]/g, '');
}
