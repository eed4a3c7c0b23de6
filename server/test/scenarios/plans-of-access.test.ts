import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consumeFlow, useIdentity } from '../../src/accounts/openid/store.ts';
import { consumeChallenge, lockPasskey } from '../../src/accounts/passkeys/store.ts';
import { findSession } from '../../src/accounts/store.ts';
import type { Tx } from '../../src/db/database.ts';
import { Callers } from '../../src/keys/callers.ts';
import { listRights, readEvents } from '../../src/streams/store.ts';
import { app } from '../support/app.ts';
import { fillForPlans, listIndexes } from '../support/plans.ts';

const service = await app();
afterAll(() => service.close());

beforeAll(() => fillForPlans(service.db, service.workspaceId));

const planOf = (work: (db: Tx) => Promise<unknown>) => listIndexes(service.db, work);

describe('statements of access scan no whole table', () => {
  test('finding the caller', async () => {
    await service.db.rows(`insert into api_keys (workspace_id, user_id, name, hash)
      select 1, 1, 'K', sha256(n::text::bytea) from generate_series(1, 2000) n`);
    await service.db.rows(`insert into sessions (user_id, token_hash, former_hash, address, user_agent)
      select 1, sha256(n::text::bytea), sha256((-n)::text::bytea), '', '' from generate_series(1, 2000) n`);
    await service.db.rows('analyze api_keys, sessions');
    expect(await planOf((db) => new Callers(db).find(Buffer.alloc(32)))).toContain('api_keys_hash');
    expect(
      await planOf((db) => findSession(db, Buffer.alloc(32), { workspaceId: null, isRemembered: true })),
    ).toEqual(expect.arrayContaining(['sessions_token_hash_key', 'sessions_former_hash_key']));
    const hash = Buffer.alloc(32);
    const asked = (['key', 'session'] as const).map((by) => ({ workspaceId: 1, by, hash }));
    expect(await planOf((db) => listRights(db, asked))).toEqual(
      expect.arrayContaining(['api_keys_hash', 'sessions_token_hash_key', 'sessions_former_hash_key']),
    );
  });

  test('the events of streams', async () => {
    const places = [1, 7].map((workspaceId) => ({ workspaceId, after: 6500, isLimited: true }));
    const indexes = await planOf((db) => readEvents(db, places, { events: 200, bytes: 65_536 }));
    // No event is sealed here, so the first statement may use any index of the log.
    expect(indexes).toEqual(expect.arrayContaining(['events_post', 'targets_post_id_channel_id_key']));
  });

  test('signing in by a passkey or a provider', async () => {
    await service.db.rows(`insert into passkeys (user_id, name, credential_id, public_key, counter, transports)
      select 1, 'P', sha256(n::text::bytea), '', 0, '{}' from generate_series(1, 2000) n`);
    await service.db.rows(`insert into identities (user_id, issuer, subject)
      select 1, 'https://id.example/', n from generate_series(1, 2000) n`);
    await service.db.rows(`insert into passkey_challenges (challenge, browser_hash, expires_at)
      select n, sha256(n::text::bytea), clock_now() from generate_series(1, 2000) n`);
    await service.db.rows(`insert into openid_flows (state_hash, browser_hash, sealed, expires_at)
      select sha256(n::text::bytea), '', '', clock_now() + interval '1 minute' from generate_series(1, 2000) n`);
    for (const table of ['passkeys', 'identities', 'passkey_challenges', 'openid_flows'])
      await service.db.rows(`analyze ${table}`);
    const hash = Buffer.alloc(32);
    const indexes = await planOf(async (db) => {
      await consumeChallenge(db, { browserHash: hash });
      await consumeChallenge(db, { sessionId: 1 });
      await lockPasskey(db, hash);
      await consumeFlow(db, hash, hash);
      await useIdentity(db, 'https://id.example/', '1');
    });
    expect(indexes).toEqual(
      expect.arrayContaining([
        'passkey_challenges_browser_hash_key',
        'passkeys_credential_id_key',
        'openid_flows_pkey',
        'identities_issuer_subject_key',
      ]),
    );
  });
});
