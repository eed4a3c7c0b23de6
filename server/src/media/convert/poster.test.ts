import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makePoster } from './poster.ts';

test('the program that decodes a video gets no secrets', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-poster-'));
  const program = join(folder, 'ffmpeg');
  // This program writes its environment to its last argument, the target.
  await writeFile(program, `#!/bin/sh\nfor last; do :; done\nenv > "\${last#file:}"\n`);
  await chmod(program, 0o700);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`);
  vi.stubEnv('BELFRY_SECRET', 'a secret of this installation');
  const film = { mimeType: 'video/mp4', width: 16, height: 9, duration: 1 };
  const target = join(folder, 'still');
  const made = await makePoster(1, join(folder, 'video.mp4'), film, target);
  expect(made).toMatchObject({ mimeType: 'image/jpeg' });
  const environment = await readFile(target, 'utf8');
  expect(environment).toContain(`PATH=${folder}`);
  expect(environment).not.toContain('SECRET');
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});
