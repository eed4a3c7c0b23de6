/** Creates reviews. */
import type { Post } from '@belfry/contract/posts.ts';
import type { Answer } from './answer.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';
import { makePicture, upload } from './media.ts';

interface Words {
  comment?: string | null;
  ifMatch?: string;
}

export function decide(
  client: Client,
  { id }: Pick<Post, 'id'>,
  decision: 'approve' | 'reject',
  { comment = null, ifMatch }: Words = {},
): Promise<Answer<Post['latest_review']>> {
  const headers = ifMatch === undefined ? {} : { 'if-match': ifMatch };
  return client.call('reviewPost', { params: { id }, body: { decision, comment }, headers });
}

/** The kinds of the post's events, each with its user; null is the service. */
export async function kindsOf(client: Client, { id }: Pick<Post, 'id'>): Promise<[string, number | null][]> {
  const { data } = await client.call('listPostEvents', { params: { id } });
  return data.map(({ kind, actor }) => [kind, actor?.id ?? null]);
}

/** Adds a file that networks accept. */
export async function addPicture(service: TestApp, altText = 'A tower'): Promise<number> {
  return (await upload(service, { bytes: await makePicture('png'), altText })).data.id;
}
