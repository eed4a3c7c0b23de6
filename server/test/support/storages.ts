/** The storages of media, for tests that run with each: `describe.each(storages)('on %s', …)`. */
import { vi } from 'vitest';
import { type AppOptions, app, type TestApp } from './app.ts';
import { type FakeS3, startFakeS3 } from './fake-s3.ts';

export type Storage = 'disk' | 's3';

export const storages: readonly Storage[] = ['disk', 's3'];

export interface Stored {
  service: TestApp;
  /** Undefined: the files are on the disk. */
  s3: FakeS3 | undefined;
  close(): Promise<void>;
}

/** A complete service with this storage. In S3 it has a prefix in its own bucket. */
export async function openStored(storage: Storage, options: AppOptions = {}): Promise<Stored> {
  if (storage === 'disk') {
    const service = await app(options);
    return { service, s3: undefined, close: service.close };
  }
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'tests');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'tests');
  const s3 = await startFakeS3();
  const service = await app({ storageUrl: await s3.makeBucket('media/'), ...options });
  const close = async () => {
    s3.spoil = undefined;
    await service.close();
    await s3.stop();
    vi.unstubAllEnvs();
  };
  return { service, s3, close };
}
