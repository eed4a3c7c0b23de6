/** Changes of posts by this page: one after the other, each on the version that the one before left. */

/** Versions after our own changes, so that a second change does not wait until the posts are read again. */
const newest = new Map<number, number>();
const underWay = new Map<number, Promise<unknown>>();

/** The version that a change names: at least the one that is shown. */
export function versionOf({ id, version }: { id: number; version: number }): number {
  return Math.max(version, newest.get(id) ?? 0);
}

export function noteVersion(id: number, version: number): void {
  newest.set(id, version);
}

/** Sends a change after those of the same posts that are under way. `send` also notes the versions. */
export async function inTurn<T>(ids: readonly number[], send: () => Promise<T>): Promise<T> {
  const before = Promise.allSettled(ids.map((id) => underWay.get(id)));
  const sending = before.then(send);
  for (const id of ids) underWay.set(id, sending);
  try {
    return await sending;
  } finally {
    for (const id of ids) if (underWay.get(id) === sending) underWay.delete(id);
  }
}
