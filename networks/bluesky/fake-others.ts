/** Posts of other people at the fake, which its account may quote. */
import { field, type JsonObject } from '../core/json.ts';
import { cidOf } from './cid.ts';
import { postType } from './records.ts';

const did = 'did:plc:z72i7hdynmk6r22z27h6tvur';

export class FakeOthers {
  /** Those of bob.test, by record key, and whether he allows quotes of them. */
  readonly posts = new Map<string, { isOpen: boolean }>([
    ['3lbellsring22', { isOpen: true }],
    ['3lbellsring23', { isOpen: true }],
    ['3lbellsquiet2', { isOpen: false }],
  ]);

  resolve(handle: string): string | undefined {
    return handle === 'bob.test' ? did : undefined;
  }

  read(uri: string): JsonObject | undefined {
    const value = { $type: postType, text: uri };
    return this.#find(uri) === undefined ? undefined : { uri, cid: cidOf(value), value };
  }

  /** As `app.bsky.feed.getPosts` lists it. */
  describe(uri: string): JsonObject[] {
    const found = this.#find(uri);
    return found === undefined ? [] : [{ uri, viewer: { embeddingDisabled: !found.isOpen } }];
  }

  #find(uri: string) {
    const rkey = uri.split('/').at(-1) ?? '';
    return uri === `at://${did}/${postType}/${rkey}` ? this.posts.get(rkey) : undefined;
  }
}

/** The files or the card of a post, which may stand beside a quoted post. */
export function mediaOf(embed: unknown): unknown {
  return field(embed, 'media') ?? embed;
}

export function quotedIn(embed: unknown): unknown {
  return field(embed, 'record', 'record') ?? field(embed, 'record');
}
