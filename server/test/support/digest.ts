import type { Db } from '../../src/db/database.ts';

/** Returns a hash of all rows of posts. */
export async function digestPosts(db: Db): Promise<string> {
  const row = await db.row<{ digest: string }>(
    `select md5(concat(
       (select string_agg(p::text, ';' order by p.id) from posts p),
       (select string_agg(t::text, ';' order by t.id) from targets t),
       (select string_agg(m::text, ';' order by m.post_id, m.position) from post_media m),
       (select string_agg(f::text, ';' order by f.post_id, f.media_id) from post_files f))) as digest`,
  );
  return row?.digest ?? '';
}
