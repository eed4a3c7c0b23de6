import { createHash } from 'node:crypto';
import { textField } from '../core/json.ts';
import type { Records } from '../core/service.ts';
import type { Fake, Shown } from '../testing/fake.ts';
import { type FakeRequest, type FakeResponse, FakeServer } from '../testing/fake-server.ts';
import { MemoryRecords } from '../testing/memory-records.ts';
import { createSandboxService } from './service.ts';
import { addAccount, issueToken, type Post, revokeToken } from './store.ts';

const username = 'ada';

/** What the service does not show, or only by another call. */
interface Notes {
  /** The bytes of a file, by its id. */
  files: Map<string, Buffer>;
  /** The behaviour that a post asked for, by its id. */
  behaviours: Map<string, string>;
}

/** The real service over a real socket. Only its storage is in memory, and slow answers are not slow. */
export async function startFake(): Promise<Fake> {
  const records = new MemoryRecords();
  const notes: Notes = { files: new Map(), behaviours: new Map() };
  const server: FakeServer = await FakeServer.listen({
    handle: (request) => answer(request, records, server, notes),
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
    visible: () => postsIn(records).map(({ id, text }) => ({ id, text })),
    shown: () => postsIn(records).map((post) => show(post, server.url, notes)),
    leftovers() {
      const used = postsIn(records).flatMap(({ media }) =>
        media.flatMap(({ id, captions = [] }) => [id, ...captions.map((each) => each.id)]),
      );
      return [...notes.files.keys()].filter((id) => !used.includes(id)).length;
    },
  };
}

function postsIn(records: MemoryRecords): Post[] {
  return (records.all(`posts:${username}`) as Post[]).filter(({ deleted }) => !deleted);
}

function show({ id, text, media }: Post, url: string, { files, behaviours }: Notes): Shown {
  const bytesOf = (file: string) => files.get(file) ?? Buffer.alloc(0);
  return {
    id,
    url: `${url}/@${username}/${id}`,
    text,
    media: media.map((file) => ({
      sha256: createHash('sha256').update(bytesOf(file.id)).digest('hex'),
      alt: file.alt_text,
      captions: file.captions?.map(({ id, language }) => ({ language, text: bytesOf(id).toString() })),
    })),
    settings: { behaviour: behaviours.get(id) ?? 'ok' },
  };
}

const service = createSandboxService(async () => {});

async function answer(
  request: FakeRequest,
  records: Records,
  server: FakeServer,
  { files, behaviours }: Notes,
): Promise<FakeResponse> {
  const query = Object.fromEntries(request.query);
  const host = { records, publicUrl: server.url, now: server.now };
  const response = await service.handle({ ...request, query, isOwn: true }, host);
  const id = textField(JSON.parse(String(response.body)), 'data', 'id') ?? '';
  if (request.path === '/api/media') files.set(id, request.body);
  const behaviour = textField(request.json, 'wish', 'behaviour');
  if (behaviour !== undefined) behaviours.set(id, behaviour);
  return response;
}

function revoke({ headers }: FakeRequest, records: Records): FakeResponse {
  const token = String(headers.authorization).replace('Bearer ', '');
  void revokeToken(records, token, username);
  return { status: 401, body: { error: { code: 'unauthorized', message: 'This token was revoked.' } } };
}
