/** A workspace as people have it after a while: four channels, two weeks of posts in every state, pictures, drafts. */
import sharp from 'sharp';
import type { TestApp } from '../../server/test/support/app.ts';
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

/** Everything before noon of the service's first day is published. */
export async function fillWeek(service: TestApp) {
  const channels = [];
  for (const name of ['tower', 'ada', 'bells', 'market']) channels.push(await connectSandbox(service, name));
  const [tower, ada, bells, market] = channels as [(typeof channels)[0], ...typeof channels];
  const pictures = [await upload(service, 205), await upload(service, 28)];
  const published = await createPost(
    service,
    scheduledFor([tower, ada as typeof tower], { content: texts[0] ?? '', media_ids: pictures }),
  );
  const failed = await createPost(
    service,
    scheduledToBehave('reject', [market as typeof tower], { content: 'Market hall: the stalls of December' }),
  );
  await service.publishDue();
  for (let day = 15; day < 29; day += 1) {
    for (const [at, hour] of [9, 12, 17].entries()) {
      if ((day * 3 + at) % 4 === 1 || (day === 15 && hour < 17)) continue;
      await createPost(
        service,
        scheduledFor(day % 3 === 0 ? [tower, bells as typeof tower] : [channels[at + 1] ?? tower], {
          scheduled_at: `2027-01-${day}T${String(hour - 1).padStart(2, '0')}:00:00Z`,
          content: texts[(day + at * 3) % texts.length] ?? '',
          ...(day % 5 === 0 && { media_ids: pictures.slice(0, 1) }),
        }),
      );
    }
  }
  for (const content of ['Fog over the river', 'Market, second try', 'Five things about ropes']) {
    await createPost(service, { status: 'draft', content, targets: [{ channel_id: tower.id }] });
  }
  const draft = await createPost(service, {
    status: 'draft',
    content: texts[0] ?? '',
    media_ids: pictures,
    targets: [
      { channel_id: tower.id },
      { channel_id: (ada as typeof tower).id, content: 'Nine o’clock. Listen.' },
    ],
  });
  return { tower, published, failed, draft };
}
