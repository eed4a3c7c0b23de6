/** Belfry uploads files before a post is due, so that only the visible call is left at its time. */
import type { PostIn } from '@belfry/contract/posts.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { claimPreparations, prolongPreparations } from '../../src/lanes/index.ts';
import { prepareAhead } from '../../src/publishing/preparing/preparer.ts';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { addPicture, decide } from '../support/reviews.ts';
import { connectSandbox } from '../support/sandbox.ts';
import { openStudio, refused } from '../support/studio.ts';

const studio = openStudio();
const service = await app({ networks: studio.networks });
const { ctx, clock, db } = service;
afterAll(() => service.close());
const channel = await connectSandbox(service);

beforeEach(async () => {
  await db.rows('delete from posts');
  await db.rows(
    "update channels set next_due_at = null, paused_until = '-infinity', needs_reconnect = false, deleted_at = null",
  );
  await db.rows('update workspaces set requires_approval = false');
  studio.calls.splice(0);
  studio.answers = [];
  studio.gate = () => undefined;
});

const plan = async (
  interval: string,
  more: Partial<Omit<PostIn, 'targets'>> = {},
  client: Client = service,
) => {
  const media_ids = [await addPicture(service, '')];
  const scheduled_at = await clock.in(interval);
  return createPost(client, scheduledFor([channel], { scheduled_at, media_ids, content: 'Film', ...more }));
};
const taken = () => studio.calls.splice(0);
const targetOf = async (post: { id: number }) =>
  (await getPost(service, post)).targets[0] ?? expect.fail('it has no target');
const at = async (interval: string) => {
  await clock.advance(interval);
  await service.publishDue();
  return taken();
};
const prepared = async () => {
  await prepareAhead(ctx);
  return taken();
};

describe('a post with a file', () => {
  test('is uploaded ten minutes ahead, once, and at its time only shown', async () => {
    const post = await plan('11 minutes');
    expect(await prepared()).toEqual([]);
    await clock.advance('1 minute');
    expect(await prepared()).toEqual(['upload Film', 'ready']);
    expect(await prepared()).toEqual([]);
    expect(await targetOf(post)).toMatchObject({ status: 'pending', warnings: [] });
    expect(await at('10 minutes')).toEqual([expect.stringMatching(/^show Film/)]);
    expect(await targetOf(post)).toMatchObject({ status: 'published', warnings: [] });
  });

  test('is uploaded once by several processes', async () => {
    await plan('5 minutes');
    await Promise.all([prepareAhead(ctx), prepareAhead(ctx), prepareAhead(ctx)]);
    expect(taken()).toEqual(['upload Film', 'ready']);
  });

  test('is waited for while the network works on it', async () => {
    await plan('5 minutes');
    studio.answers = [null];
    expect(await prepared()).toEqual(['upload Film', 'ready']);
    expect(await prepared()).toEqual([]);
    await clock.advance('5 seconds');
    expect(await prepared()).toEqual(['ready']);
    expect(await at('5 minutes')).toEqual([expect.stringMatching(/^show/)]);
  });

  test('tells of its upload in its timeline', async () => {
    const post = await plan('5 minutes');
    await prepareAhead(ctx);
    const { data } = await service.call('listPostEvents', { params: { id: post.id } });
    const kinds = data.filter(({ target_id }) => target_id !== null).map(({ kind }) => kind);
    expect(kinds).toEqual(['target.prepared', 'target.waiting', 'target.prepared']);
  });
});

describe('nothing is prepared', () => {
  test('of a post without files', async () => {
    await plan('5 minutes', { media_ids: [] });
    expect(await prepared()).toEqual([]);
  });

  test.each([
    ['a draft', { status: 'draft' }],
    ['a post that is due now', { scheduled_at: '2020-01-01T00:00:00Z' }],
  ] as [string, Partial<PostIn>][])('of %s', async (_, more) => {
    await plan('5 minutes', more);
    expect(await prepared()).toEqual([]);
    await service.publishDue();
  });

  test.each(['needs_reconnect = true', 'deleted_at = clock_now()', "paused_until = 'infinity'"])(
    'for a channel with %s',
    async (state) => {
      await plan('5 minutes');
      await db.rows(`update channels set ${state}`);
      expect(await prepared()).toEqual([]);
    },
  );

  test('while the gate of its app is closed', async () => {
    await plan('5 minutes');
    await db.rows(
      `insert into gates (family, platforms, paused_until, is_narrow, moved_at)
       values ('sandbox', '{sandbox}', clock_now() + interval '1 minute', true, clock_now())`,
    );
    expect(await prepared()).toEqual([]);
    await db.rows('delete from gates');
    expect(await prepared()).toEqual(['upload Film', 'ready']);
  });

  test('for a network whose rules forbid it', async () => {
    const still = openStudio(0);
    (ctx.networks as Map<string, unknown>).set('sandbox', still.networks[0]);
    await plan('5 minutes');
    await prepareAhead(ctx);
    (ctx.networks as Map<string, unknown>).set('sandbox', studio.networks[0]);
    expect(still.calls).toEqual([]);
  });
});

describe('an edit', () => {
  test('drops the work: the new version is prepared and shown', async () => {
    const post = await plan('5 minutes');
    await prepareAhead(ctx);
    const body = { ...scheduledFor([channel]), scheduled_at: await clock.in('5 minutes'), content: 'Second' };
    const media_ids = post.media.map(({ id }) => id);
    await service.call('updatePost', { params: { id: post.id }, body: { ...body, media_ids } });
    taken();
    expect(await prepared()).toEqual(['upload Second', 'ready']);
    expect(await at('5 minutes')).toEqual([expect.stringMatching(/^show Second/)]);
  });

  test('of the description of a file counts, too', async () => {
    const post = await plan('5 minutes');
    await prepareAhead(ctx);
    const [file] = post.media;
    const params = { id: file?.id ?? 0 };
    await service.call('updateMedia', { params, body: { alt_text: 'A bell' } });
    taken();
    expect(await at('5 minutes')).toEqual(['upload Film (A bell)', 'ready', expect.stringMatching(/^show/)]);
  });

  test('during the upload leaves nothing of the earlier version', async () => {
    const post = await plan('5 minutes');
    const { promise, resolve } = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    studio.gate = () => {
      begun.resolve();
      return promise;
    };
    const preparing = prepareAhead(ctx);
    await begun.promise;
    const body = { ...scheduledFor([channel]), scheduled_at: await clock.in('5 minutes'), content: 'Second' };
    const media_ids = post.media.map(({ id }) => id);
    await service.call('updatePost', { params: { id: post.id }, body: { ...body, media_ids } });
    studio.gate = () => undefined;
    resolve();
    await preparing;
    taken();
    expect((await at('5 minutes')).at(-1)).toMatch(/^show Second/);
  });
});

describe('a post that needs approval', () => {
  const planForApproval = async () => {
    await db.rows('update workspaces set requires_approval = true');
    return plan('5 minutes', {}, await service.as('author'));
  };

  test('is prepared once it is approved', async () => {
    const post = await planForApproval();
    expect(await prepared()).toEqual([]);
    await decide(service, post, 'approve');
    expect(await prepared()).toEqual(['upload Film', 'ready']);
    expect(await at('5 minutes')).toEqual([expect.stringMatching(/^show/)]);
  });

  test('is not prepared if it differs from what was approved', async () => {
    const post = await planForApproval();
    await decide(service, post, 'approve');
    await db.rows("update posts set content = 'Other'");
    expect(await prepared()).toEqual([]);
  });
});

describe('a problem', () => {
  test('that the network has with the file warns people while there is time', async () => {
    const post = await plan('5 minutes');
    studio.answers = [refused];
    await prepareAhead(ctx);
    expect(await targetOf(post)).toMatchObject({
      status: 'pending',
      error: null,
      warnings: ['The file is no video.'],
    });
    const { data } = await service.call('listPostEvents', { params: { id: post.id } });
    expect(data.find(({ kind }) => kind === 'target.at_risk')?.data).toEqual({
      code: 'rejected',
      message: 'The file is no video.',
    });
    expect(await prepared()).toEqual(['upload Film', 'ready']);
    expect(await prepared()).toEqual([]);
  });
});

describe('a preparation', () => {
  /** Plans a post, and holds its upload until `release`. */
  const holdUpload = async (ending?: AbortSignal) => {
    const post = await plan('5 minutes');
    const [gate, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    studio.gate = () => {
      begun.resolve();
      return gate.promise;
    };
    const preparing = prepareAhead(ctx, ending);
    await begun.promise;
    studio.gate = () => undefined;
    return { post, release: gate.resolve, preparing };
  };

  test('that is still at work at the time loses the target to the attempt', async () => {
    const { post, release, preparing } = await holdUpload();
    const calls = await at('5 minutes');
    expect(calls.slice(0, -1)).toEqual(['upload Film', 'upload Film', 'ready']);
    release();
    await preparing;
    expect([await targetOf(post), taken()]).toMatchObject([{ status: 'published' }, []]);
    const steps = await db.rows<{ result: string }>("select result from journal where name = 'file'");
    expect(calls.at(-1)).toBe(`show ${steps[0]?.result}`);
  });

  test('of a process that has died is done by another after fifteen seconds', async () => {
    await plan('5 minutes');
    expect(await claimPreparations(db, { sandbox: 600 }, 10)).toHaveLength(1);
    expect(await prepared()).toEqual([]);
    await clock.advance('15 seconds');
    expect(await prepared()).toEqual(['upload Film', 'ready']);
  });

  test('keeps its target while it prolongs its lease', async () => {
    await plan('5 minutes');
    const [claim] = await claimPreparations(db, { sandbox: 600 }, 10);
    const lease = claim?.lease ?? '';
    for (let beat = 0; beat < 3; beat += 1) {
      await clock.advance('10 seconds');
      expect(await prolongPreparations(db, [lease])).toEqual(new Set([lease]));
    }
    expect(await prepared()).toEqual([]);
  });

  test.each([
    ['the post was changed', 'update posts set version = version + 1'],
    ['its time has come', 'update targets set due_at = clock_now()'],
  ])('loses its lease when %s', async (_, change) => {
    await plan('5 minutes');
    const [claim] = await claimPreparations(db, { sandbox: 600 }, 10);
    await db.rows(change);
    expect(await prolongPreparations(db, [claim?.lease ?? ''])).toEqual(new Set());
    await service.publishDue();
  });

  test('that dies five times in a row is left to the attempt', async () => {
    await plan('5 minutes');
    for (let time = 0; time < 5; time += 1) {
      expect(await claimPreparations(db, { sandbox: 600 }, 10)).toHaveLength(1);
      await clock.advance('15 seconds');
    }
    expect(await prepared()).toEqual([]);
    expect(await at('4 minutes')).toEqual(['upload Film', 'ready', expect.stringMatching(/^show/)]);
  });

  test('stops with the service, and another process goes on', async () => {
    const ending = new AbortController();
    const { release, preparing } = await holdUpload(ending.signal);
    ending.abort();
    release();
    await preparing;
    expect(taken()).toEqual(['upload Film']);
    // What has arrived is not sent again.
    expect(await prepared()).toEqual(['ready']);
  });
});
