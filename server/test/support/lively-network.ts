/** The sandbox with threads, drafts, late pages, removal and numbers, for tests of published posts. */
import type { Metrics } from '@belfry/networks/core/metrics.ts';
import type { Network, Published, PublishedPart } from '@belfry/networks/core/network.ts';
import { allNetworks } from '@belfry/networks/index.ts';
import { sandbox } from '@belfry/networks/sandbox/index.ts';
import { app, type TestApp } from './app.ts';
import type { Client } from './client.ts';
import { createPost, getPost, scheduledFor } from './posts.ts';
import { connectSandbox } from './sandbox.ts';

/** What the network was asked to delete and to measure, and how it answers. */
export class LivelyNetwork {
  removed: string[] = [];
  measured: string[][] = [];
  /** The parts that were read again, and what the network answers. */
  revisited: PublishedPart[] = [];
  onRevisit: (part: PublishedPart) => Published | null = () => null;
  onRemove: (part: PublishedPart) => void = () => {};
  numbersOf: () => Metrics | undefined = () => ({ likes: 3 });

  /** `measuring` replaces fields of the network's `measure`. */
  network(measuring: Partial<Network['measure']> = {}): Network {
    return {
      ...(sandbox as unknown as Network),
      publish: (post, _, run) => run.commit('post', async () => publishedAs(post.text)),
      remove: async (part) => {
        this.removed.push(part.id);
        this.onRemove(part);
      },
      revisit: async (part) => {
        this.revisited.push(part);
        return this.onRevisit(part);
      },
      measure: {
        batch: 2,
        read: async (posts) => {
          this.measured.push(posts.map(({ id }) => id));
          const all = posts.map(({ id }) => [id, this.numbersOf()] as const);
          return new Map(all.filter((each): each is [string, Metrics] => each[1] !== undefined));
        },
        ...measuring,
      },
    };
  }

  open(measuring: Partial<Network['measure']> = {}): Promise<TestApp> {
    const others = allNetworks.filter(({ rules }) => rules.platform !== 'sandbox');
    return app({ networks: [...others, this.network(measuring)] });
  }
}

function publishedAs(text: string) {
  const part = (id: string) => ({ id, url: `https://net.example/${id}` });
  if (text === 'thread') return { ...part('first'), parts: ['first', 'second', 'third'].map(part) };
  if (text === 'pageless thread')
    return { id: 'first', url: null, parts: [{ id: 'first', url: null }, part('second')] };
  if (text === 'pageless') return { id: 'first', url: null };
  if (text === 'pageless draft') return { id: 'first', url: null, handedOver: true as const };
  if (text === 'draft')
    return { ...part('first'), handedOver: true as const, warnings: ['Look\u0000 here.'] };
  return part('first');
}

export async function publishOne(service: TestApp, content = 'Hello', author: Client = service) {
  const channel = await connectSandbox(service, 'tower');
  const post = await createPost(author, scheduledFor([channel], { content }));
  await service.publishDue();
  return getPost(service, post);
}

type Targeted = { id: number; targets: readonly { id: number }[] };

export const remotePathOf = (post: Targeted) =>
  `/api/public/v1/posts/${post.id}/targets/${post.targets[0]?.id}/remote`;

export async function kindsOf(service: TestApp, { id }: { id: number }): Promise<string[]> {
  return (await service.call('listPostEvents', { params: { id } })).data.map(({ kind }) => kind);
}
