import type { Records } from '../core/service.ts';
import type { Fake } from '../testing/fake.ts';
import { type FakeRequest, type FakeResponse, FakeServer } from '../testing/fake-server.ts';
import { MemoryRecords } from '../testing/memory-records.ts';
import { createSandboxService } from './service.ts';
import { addAccount, issueToken, type Post, revokeToken } from './store.ts';

const username = 'ada';

/** The real service over a real socket. Only its storage is in memory, and slow answers are not slow. */
export async function startFake(): Promise<Fake> {
  const records = new MemoryRecords();
  const server: FakeServer = await FakeServer.listen({
    handle: (request) => answer(request, records, server),
    isVisible: ({ method, path }) => method === 'POST' && path === '/api/posts',
    expire: (request) => revoke(request, records),
  });
  await addAccount(records, username);
  const token = await issueToken(records, username);
  return {
    server,
    credentials: { username },
    account: { id: username, name: username, username, avatarUrl: null },
    grant: { token, username },
    visible: () => (records.all(`posts:${username}`) as Post[]).map(({ id, text }) => ({ id, text })),
  };
}

const service = createSandboxService(async () => {});

function answer(request: FakeRequest, records: Records, server: FakeServer): Promise<FakeResponse> {
  const query = Object.fromEntries(request.query);
  return service.handle(
    { ...request, query, isOwn: true },
    { records, publicUrl: server.url, now: server.now },
  );
}

function revoke({ headers }: FakeRequest, records: Records): FakeResponse {
  const token = String(headers.authorization).replace('Bearer ', '');
  void revokeToken(records, token, username);
  return { status: 401, body: { error: { code: 'unauthorized', message: 'This token was revoked.' } } };
}
