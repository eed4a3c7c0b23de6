/** Creates and reads posts. */
import type { Channel } from '@belfry/contract/channels.ts';
import type { Post, PostIn } from '@belfry/contract/posts.ts';
import type { Client } from './client.ts';

type Partly = Omit<Partial<PostIn>, 'targets'>;

/** A body that schedules a post to these channels; by default for a time in the past. */
export function scheduledFor(channels: readonly Pick<Channel, 'id'>[], more: Partly = {}): PostIn {
  const scheduled_at = more.queue === true ? {} : { scheduled_at: '2020-01-01T00:00:00Z' };
  const targets = channels.map(({ id }) => ({ channel_id: id }));
  return { status: 'scheduled', ...scheduled_at, content: 'Hello', targets, ...more };
}

/** Like {@link scheduledFor}, with instructions for the sandbox. */
export function scheduledToBehave(
  behaviour: string,
  channels: readonly Pick<Channel, 'id'>[],
  more: Partly = {},
): PostIn {
  const targets = channels.map(({ id }) => ({ channel_id: id, settings: { behaviour } }));
  return { ...scheduledFor(channels, more), targets };
}

export async function createPost(client: Client, body: PostIn): Promise<Post> {
  return (await client.call('createPost', { body })).data;
}

/** Plans posts on this channel. */
export function planOn(client: Client, channel: Pick<Channel, 'id'>) {
  return (content: string, scheduled_at: string) =>
    createPost(client, scheduledFor([channel], { content, scheduled_at }));
}

export async function getPost(client: Client, { id }: Pick<Post, 'id'>): Promise<Post> {
  return (await client.call('getPost', { params: { id } })).data;
}

/** The channel as posts show it. */
export function shownOf({ posting_times_by_day, position, last_published_at, waiting, ...shown }: Channel) {
  return shown;
}

/** The code and the fields of an error, for short expectations. */
export function refusalOf({ error }: { error: { code: string; errors?: object } }): [string, ...string[]] {
  return [error.code, ...Object.keys(error.errors ?? {}).sort()];
}
