/**
 * A workspace as people have it after a while: channels of several networks, two weeks of posts in every state, pictures,
 * drafts.
 */
import type { Channel } from '@belfry/contract/channels.ts';
import sharp from 'sharp';
import type { TestApp } from '../../server/test/support/app.ts';
import { signInAs } from '../../server/test/support/browser.ts';
import type { EveryNetwork } from '../../server/test/support/every-network.ts';
import { createPost, scheduledFor, scheduledToBehave } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';

const texts = [
  'The bells of the old town ring at nine. Come and hear them: https://tower.example #bells',
  'Fair on Saturday: stalls, music, and the great bell at noon.',
  'Coffee below the tower, every morning from eight.',
  'How a bell is cast: three pictures from the foundry.',
  'The bell ringers look for new hands. No strength needed, only patience.',
  'Repairs at the clock: it stands still until Thursday.',
  'Guided tour at seven. Bring a torch.',
  'Grüße vom Turm: Am Sonntag läutet die große Glocke zum ersten Mal seit zwölf Jahren.',
];

/** Two bells before a sky, drawn here, so that the picture belongs to nobody. */
const drawing = (hue: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="hsl(${hue} 35% 62%)"/><rect y="560" width="1200" height="240" fill="hsl(${hue} 22% 30%)"/><path d="M420 600V300l180-140 180 140v300z" fill="#e9e4d8"/><path d="M540 470c0-60 20-110 60-110s60 50 60 110l24 30H516z" fill="#855510"/></svg>`;

async function upload(service: TestApp, hue: number): Promise<number> {
  const form = new FormData();
  const bytes = new Uint8Array(
    await sharp(Buffer.from(drawing(hue)))
      .png()
      .toBuffer(),
  );
  form.set('file', new Blob([bytes], { type: 'image/png' }), 'tower.png');
  form.set('alt_text', 'A bell in its tower');
  const answer = await fetch(`${service.origin}/api/public/v1/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}` },
    body: form,
  });
  return ((await answer.json()) as { data: { id: number } }).data.id;
}

/** Planned posts. The channels are places in {@link platforms}. */
const plan = [
  { day: 15, hour: 17, text: 5, channels: [0, 2], hasPicture: true },
  { day: 16, hour: 9, text: 0, channels: [1] },
  { day: 16, hour: 17, text: 6, channels: [3] },
  { day: 17, hour: 12, text: 1, channels: [0, 1, 2] },
  { day: 18, hour: 9, text: 2, channels: [0] },
  { day: 18, hour: 12, text: 3, channels: [1, 2], hasPicture: true },
  { day: 18, hour: 17, text: 6, channels: [2] },
  { day: 19, hour: 9, text: 4, channels: [2] },
  { day: 19, hour: 12, text: 0, channels: [0, 1, 3], hasPicture: true },
  { day: 20, hour: 9, text: 7, channels: [0, 3] },
  { day: 20, hour: 17, text: 2, channels: [1] },
  { day: 21, hour: 9, text: 2, channels: [0] },
  { day: 21, hour: 9, text: 5, channels: [2, 3] },
  { day: 21, hour: 17, text: 6, channels: [1], hasPicture: true },
  { day: 22, hour: 12, text: 1, channels: [3] },
  { day: 22, hour: 17, text: 4, channels: [0, 1] },
  { day: 24, hour: 9, text: 0, channels: [0, 1] },
  { day: 27, hour: 17, text: 4, channels: [2] },
  { day: 28, hour: 9, text: 7, channels: [1, 3] },
] as const;

const platforms = ['bluesky', 'mastodon', 'linkedin', 'x'] as const;
const names = ['Tower', 'Tower of Bells', 'Ada Ringer', 'Tower tours'];

async function connectAll(service: TestApp, every: EveryNetwork): Promise<Channel[]> {
  const admin = await signInAs(service, 'admin');
  const channels = [];
  for (const [index, platform] of platforms.entries()) {
    const { id } = await every.connect(service, admin, platform);
    const { data } = await service.call('updateChannel', {
      params: { id },
      body: { display_name: names[index] ?? null },
    });
    channels.push(data);
  }
  return channels;
}

/** What is due at noon of the service's first day is published, or has failed. */
export async function fillWeek(service: TestApp, every: EveryNetwork) {
  // The calendar of a new workspace shows its first steps.
  await service.db.rows("update workspaces set created_at = created_at - interval '1 year'");
  const channels = await connectAll(service, every);
  const [tower, ada] = channels as [Channel, Channel];
  const market = await connectSandbox(service, 'market');
  const pictures = [await upload(service, 205), await upload(service, 28)];
  const now = service.clock.now().toISOString();
  const [content = ''] = texts;
  const published = await createPost(
    service,
    scheduledFor([tower, ada], { content, media_ids: pictures, scheduled_at: now }),
  );
  const failed = await createPost(
    service,
    scheduledToBehave('reject', [market], {
      content: 'Market hall: the stalls of December',
      scheduled_at: now,
    }),
  );
  await service.publishDue();
  for (const { day, hour, text, channels: on, ...more } of plan) {
    await createPost(
      service,
      scheduledFor(
        on.map((index) => channels[index] as Channel),
        {
          scheduled_at: `2027-01-${day}T${String(hour).padStart(2, '0')}:00:00+01:00`,
          content: texts[text] ?? '',
          media_ids: 'hasPicture' in more ? pictures.slice(0, 1) : [],
        },
      ),
    );
  }
  for (const idea of ['Fog over the river', 'Market, second try', 'Five things about ropes']) {
    await createPost(service, { status: 'draft', content: idea, targets: [{ channel_id: tower.id }] });
  }
  const targets = [{ channel_id: tower.id }, { channel_id: ada.id, content: 'Nine o’clock. Listen.' }];
  const draft = await createPost(service, { status: 'draft', content, media_ids: pictures, targets });
  return { tower, published, failed, draft };
}
