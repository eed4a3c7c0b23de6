/** Images of a shape that a network does not accept are converted as the target says. */
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { prepareDueSoon } from '../../src/media/convert/prepare.ts';
import { app } from '../support/app.ts';
import { openGallery } from '../support/gallery.ts';
import { makePicture, upload } from '../support/media.ts';
import { createPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

describe('an image of a shape that the network does not accept', () => {
  const portraits = openGallery({
    formats: {
      wide: {
        title: 'Wide',
        limits: { 'image.ratio': { value: [1.5, 2], source: 'here', checked: '2026-11-22' } },
      },
    },
  });
  const shaped = app({ networks: portraits.networks });
  afterAll(async () => (await shaped).close());

  test.each([
    [undefined, [300, 200], { x: 1 / 3, y: 0 }],
    ['pad', [300, 200], { x: 1 / 3, y: 0 }],
    ['crop', [200, 133], { x: 0.25, y: 0 }],
  ] as const)('of its format is converted as the target says (%s)', async (image_fit, size, place) => {
    const service = await shaped;
    const channel = await connectSandbox(service);
    const { id } = (await upload(service, { bytes: await makePicture('png', 200, 200) })).data;
    const target = { channel_id: channel.id, settings: { format: 'wide' }, ...(image_fit && { image_fit }) };
    const scheduled_at = await service.clock.in('5 minutes');
    const post = await createPost(service, {
      ...scheduledFor([], { scheduled_at, media_ids: [id] }),
      targets: [target],
    });
    expect(post.targets[0]?.image_fit).toBe(image_fit ?? 'pad');
    await prepareDueSoon(service.ctx);
    const made = await service.db.rows('select width, height from renditions where media_id = $1', [id]);
    expect(made).toEqual([{ width: size[0], height: size[1] }]);
    await service.clock.advance('5 minutes');
    await service.publishDue();
    const [got] = portraits.received.at(-1)?.media ?? [];
    const { width, height } = await sharp(got?.bytes).metadata();
    expect(got?.placeOf?.({ x: 0.25, y: 0 }).x).toBeCloseTo(place.x);
    expect(got?.placeOf?.({ x: 0.25, y: 0 }).y).toBeCloseTo(place.y);
    expect([got?.id, got?.width, got?.height, width, height]).toEqual([id, ...size, ...size]);
    expect(await service.db.rows('select 1 from renditions where media_id = $1', [id])).toHaveLength(1);
  });
});
