/** A small file of Belfry's own behind a signed link, as networks get links of media. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Context } from '../../base/context.ts';
import { openIncoming } from '../../files/index.ts';
import { generateStorageKey } from '../library/keys.ts';
import { signLink } from './links.ts';

type Ctx = Pick<Context, 'files' | 'config' | 'vault' | 'clock'>;

/** The file is gone after `use`. If the process dies before, `media verify` removes it. */
export async function withSampleLink<T>(
  ctx: Ctx,
  use: (link: string, content: string) => Promise<T>,
): Promise<T> {
  await using file = await openIncoming(ctx.config.dataDir);
  const content = randomUUID();
  await writeFile(file.path, content, { flag: 'wx', mode: 0o600 });
  // Belfry serves types of the library only.
  const key = generateStorageKey('png');
  await ctx.files.adopt(key, file.path);
  try {
    return await use(
      signLink(ctx, { storage_key: key, mime_type: 'image/png', size: content.length }),
      content,
    );
  } finally {
    await ctx.files.remove(key);
  }
}
