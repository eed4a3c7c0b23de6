/** Networks at which a test publishes, and the posts that their readers see. */
import { createHash } from 'node:crypto';
import { field, type JsonObject, listField, textField } from '@belfry/networks/core/json.ts';
import type { Fake, Shown } from '@belfry/networks/testing/fake.ts';
import type { LocalPds } from '../../../networks/bluesky/testing/pds.ts';

export interface Place {
  credentials: JsonObject;
  accountId: string;
  /** `url`: the address that the network gave the post. */
  readShown(url: string | null): Promise<Pick<Shown, 'url' | 'text' | 'media'>[]>;
}

export const atFake = (fake: Fake): Place => ({
  credentials: fake.credentials,
  accountId: fake.account.id,
  readShown: async () => fake.shown?.() ?? [],
});

/** A real server of Bluesky's. It has no pages, so the address is taken as it is. */
export const atPds = (pds: LocalPds): Place => ({
  credentials: { service: pds.url, identifier: pds.handle, app_password: pds.appPassword },
  accountId: pds.did,
  async readShown(url) {
    const posts = await pds.listPosts();
    return Promise.all(
      posts.map(async ({ value }) => {
        const images = field(value, 'embed', 'images');
        const media = (Array.isArray(images) ? images : []).map(async (image) => {
          const { bytes } = await pds.readBlob(textField(image, 'image', 'ref', '$link') ?? '');
          return { sha256: hash(bytes), alt: textField(image, 'alt') ?? null };
        });
        return { url, text: textField(value, 'text') ?? '', media: await Promise.all(media) };
      }),
    );
  },
});

/** The service's own network, by the page of the post. */
export const atSandbox = (username: string): Place => ({
  credentials: { username },
  accountId: username,
  async readShown(url) {
    const answer = await fetch(url ?? '', { headers: { accept: 'application/json' } });
    const post = field(await answer.json(), 'data');
    const files = field(post, 'media');
    const media = (Array.isArray(files) ? files : []).map(async (file) => {
      const bytes = Buffer.from(await (await fetch(textField(file, 'url') ?? '')).arrayBuffer());
      const captions = listField(file, 'captions').map(async (each) => ({
        language: textField(each, 'language') ?? '',
        text: await (await fetch(textField(each, 'url') ?? '')).text(),
      }));
      const alt = textField(file, 'alt_text') ?? null;
      return { sha256: hash(bytes), alt, captions: await Promise.all(captions) };
    });
    return [{ url, text: textField(post, 'text') ?? '', media: await Promise.all(media) }];
  },
});

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
