import { type Figure, figure, type Measurement, median, percentile } from './figures.ts';
import { load } from './load.ts';
import { connectChannels } from './receivers.ts';
import { callMany, startService } from './service.ts';

export const startPage: Measurement = {
  title: 'GET /start with 10 channels and 300 posts, over one connection',
  measure,
};

const CHANNELS = 10;
const POSTS = 300;
const SECONDS = 5;

async function measure(): Promise<Figure[]> {
  await using service = await startService();
  const channels = await connectChannels(service, CHANNELS);
  await callMany(POSTS, async (n) => {
    await service.call('createPost', {
      body: {
        status: n % 3 === 0 ? ('draft' as const) : ('scheduled' as const),
        scheduled_at: new Date(Date.UTC(2035, 0, 1, n)).toISOString(),
        content: 'The bells ring.',
        targets: [{ channel_id: channels[n % CHANNELS] ?? 0 }],
      },
    });
  });
  const url = `${service.url}/api/v1/start`;
  const alone = { method: 'GET', url, keys: [service.key], connections: 1, seconds: SECONDS };
  await load(alone);
  const { latencies } = await load(alone);
  const packed = await load({ ...alone, headers: { 'accept-encoding': 'br' } });
  return [
    { name: 'p50 of one connection', reached: median(latencies), unit: 'ms', goal: { most: 10 } },
    { name: 'p99 of one connection', reached: percentile(latencies, 0.99), unit: 'ms' },
    figure('an answer, with br', packed.bytes / packed.latencies.length / 1000, 'KB', 8),
  ];
}
