import type { Db, Tx } from '../../db/database.ts';

export interface CardRow {
  id: number;
  workspace_id: number;
  url: string;
  title: string | null;
  description: string | null;
  site: string | null;
  image_key: string | null;
  image_size: number | null;
}

const CARD = 'c.id, c.workspace_id, c.url, c.title, c.description, c.site, c.image_key, c.image_size';

export async function findCard(db: Db, workspaceId: number, hash: Buffer) {
  return db.row<CardRow>(
    `select ${CARD} from link_cards c
     where c.workspace_id = $1 and c.url_hash = $2 and c.expires_at > clock_now()`,
    [workspaceId, hash],
  );
}

export async function findCardById(db: Db, workspaceId: number, id: number) {
  return db.row<CardRow>(
    `select ${CARD} from link_cards c where c.workspace_id = $1 and c.id = $2 and c.expires_at > clock_now()`,
    [workspaceId, id],
  );
}

export interface CardWrite extends Omit<CardRow, 'id'> {
  hash: Buffer;
  /** Until it expires. */
  minutes: number;
}

/**
 * Replaces a card that has expired. `row` is undefined if another request has stored the card meanwhile. `former`: the
 * key of a picture that is needed no more.
 */
export async function insertCard(
  tx: Tx,
  card: CardWrite,
): Promise<{ row: CardRow | undefined; former: string | null }> {
  const old = await tx.row<{ image_key: string | null }>(
    `delete from link_cards where workspace_id = $1 and url_hash = $2 and expires_at <= clock_now()
     returning image_key`,
    [card.workspace_id, card.hash],
  );
  const row = await tx.row<CardRow>(
    `insert into link_cards as c
       (workspace_id, url, url_hash, title, description, site, image_key, image_size, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, clock_now() + make_interval(mins => $9))
     on conflict (workspace_id, url_hash) do nothing returning ${CARD}`,
    [
      card.workspace_id,
      card.url,
      card.hash,
      card.title,
      card.description,
      card.site,
      card.image_key,
      card.image_size,
      card.minutes,
    ],
  );
  return { row, former: old?.image_key ?? null };
}

/** Returns the keys of the pictures of up to `limit` cards, null for a card without one. */
export async function deleteExpired(db: Db, limit: number): Promise<(string | null)[]> {
  const rows = await db.rows<{ image_key: string | null }>(
    `delete from link_cards where id = any(array(
       select id from link_cards where expires_at <= clock_now() limit $1 for update skip locked))
     returning image_key`,
    [limit],
  );
  return rows.map(({ image_key }) => image_key);
}
