import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../core/json.ts';
import type { Media, Network, Session } from '../core/network.ts';
import type { Run } from '../core/run.ts';
import { call } from './call.ts';
import type { Grant } from './connect.ts';
import { captionsType, type Settings } from './rules.ts';

export const publish: Network<Settings, Grant>['publish'] = async (post, session, run) => {
  const media: JsonObject[] = [];
  for (const [index, file] of post.media.entries()) {
    const id = await run.step(`media ${index}`, () => upload(file, session));
    media.push({ id, alt_text: file.altText, captions: await uploadCaptions(file, index, session, run) });
  }
  const body = JSON.stringify({ text: post.text, media, ...(await requestBehaviour(post.settings, run)) });

  const create = (key: string) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    return call(session, '/posts', { headers, body }, ['id', 'url']);
  };
  return run.commit('post', create, { repeatableFor: Number.POSITIVE_INFINITY });
};

async function upload(file: Media, session: Session<Grant>): Promise<string> {
  const request = { headers: { 'content-type': file.mimeType }, body: file.open() };
  return (await call(session, '/media', request, ['id'])).id;
}

async function uploadCaptions(
  { captions = [] }: Media,
  index: number,
  session: Session<Grant>,
  run: Run,
): Promise<JsonObject[]> {
  const uploaded: JsonObject[] = [];
  for (const { language, text } of captions) {
    const request = { headers: { 'content-type': captionsType }, body: text };
    const step = `captions ${index} ${language}`;
    const id = await run.step(step, async () => (await call(session, '/media', request, ['id'])).id);
    uploaded.push({ id, language });
  }
  return uploaded;
}

/** The request for a behaviour has its own id, because the commit gets a new key after a definite refusal. */
async function requestBehaviour({ behaviour = 'ok' }: Settings, run: Run): Promise<{ wish?: JsonObject }> {
  if (behaviour === 'ok') return {};
  return { wish: { id: await run.step('wish', () => randomUUID()), behaviour } };
}
