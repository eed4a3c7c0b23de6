import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Records } from '@belfry/networks/core/service.ts';
import type { Db } from '../../db/database.ts';

/** The documents of one network's own service. */
export function openRecords(db: Db, platform: string): Records {
  const get = async (collection: string, key: string): Promise<JsonObject | undefined> => {
    const row = await db.row<{ data: JsonObject }>(
      'select data from records where platform = $1 and collection = $2 and key = $3',
      [platform, collection, key],
    );
    return row?.data;
  };
  return {
    get,
    async insert(collection, key, data) {
      const row = await db.row<{ data: JsonObject }>(
        `insert into records (platform, collection, key, data) values ($1, $2, $3, $4)
         on conflict do nothing returning data`,
        [platform, collection, key, JSON.stringify(data)],
      );
      if (row !== undefined) return { data: row.data, created: true };
      return { data: (await get(collection, key)) ?? data, created: false };
    },
    async put(collection, key, data) {
      await db.rows(
        `insert into records (platform, collection, key, data) values ($1, $2, $3, $4)
         on conflict (platform, collection, key) do update set data = excluded.data`,
        [platform, collection, key, JSON.stringify(data)],
      );
    },
    async list(collection, limit) {
      const rows = await db.rows<{ data: JsonObject }>(
        'select data from records where platform = $1 and collection = $2 order by seq desc limit $3',
        [platform, collection, limit],
      );
      return rows.map(({ data }) => data);
    },
  };
}
