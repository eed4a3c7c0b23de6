/** The posts of the crash matrix: every way to settle doubt, and every network through its fake. */
import { startFake as startBluesky } from '../networks/bluesky/fake.ts';
import { bluesky } from '../networks/bluesky/index.ts';
import type { Outgoing } from '../networks/core/network.ts';
import { startFake as startDiscord } from '../networks/discord_webhook/fake.ts';
import { discordWebhook } from '../networks/discord_webhook/index.ts';
import { startFake as startMastodon } from '../networks/mastodon/fake.ts';
import { mastodon } from '../networks/mastodon/index.ts';
import { startFake as startSandbox } from '../networks/sandbox/fake.ts';
import { sandbox } from '../networks/sandbox/index.ts';
import type { MatrixCase } from '../networks/testing/matrix.ts';
import { makeMedia } from '../networks/testing/media.ts';
import { type Kind, modelNetwork } from '../networks/testing/model.ts';
import { startModelFake } from '../networks/testing/model-service.ts';
import { startFake as startYoutube } from '../networks/youtube/fake.ts';
import { youtube } from '../networks/youtube/index.ts';

const post: Outgoing = { text: 'Hear the bells', settings: {}, media: [] };
const thread: Outgoing = { ...post, settings: { thread: ['Ding', 'Dong'] } };
const video: Outgoing = {
  ...post,
  settings: { made_for_kids: false },
  media: [makeMedia({ kind: 'video' })],
};

function model(kind: Kind): MatrixCase {
  return {
    network: modelNetwork(kind, { always: ['upload'] }),
    startFake: () => startModelFake(kind),
    post,
    parts: 1,
  };
}

function fediverse(software: 'mastodon' | 'gotosocial' | 'pleroma' | 'hollo'): MatrixCase {
  return { network: mastodon, startFake: () => startMastodon({ software }), post: thread, parts: 3 };
}

/** By the name in the report. */
export const cases: Record<string, MatrixCase> = {
  'a network that honours our key': model('key'),
  'a network that can be asked': model('ask'),
  'a network that can do neither': model('neither'),
  Sandbox: { network: sandbox, startFake: startSandbox, post, parts: 1 },
  Bluesky: { network: bluesky, startFake: startBluesky, post: thread, parts: 3 },
  'Discord (webhook)': { network: discordWebhook, startFake: startDiscord, post, parts: 1 },
  Mastodon: fediverse('mastodon'),
  GoToSocial: fediverse('gotosocial'),
  Pleroma: fediverse('pleroma'),
  Hollo: fediverse('hollo'),
  YouTube: { network: youtube, startFake: startYoutube, post: video, parts: 1 },
};
