/** Who goes first when more is due than a worker can take: no workspace keeps the others waiting for its own. */

/** A workspace may have so many times more attempts in flight than there are places left. */
const SHARE = 3;
/** Milliseconds for which it counts what a workspace had. */
const WINDOW = 500;
/** Milliseconds between two looks for those that had nothing: such a look walks past all that the others have due. */
const LOOK_EVERY = 100;

/** Workspaces that have their share of the places: the last one is for a workspace that has none. */
export function crowding(inFlight: ReadonlyMap<number, number>, free: number): number[] {
  return [...inFlight].filter(([, count]) => count >= SHARE * (free - 1)).map(([workspaceId]) => workspaceId);
}

export function countByWorkspace(claims: Iterable<{ workspace_id: number }>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { workspace_id: id } of claims) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

interface Taken<Claim> {
  claims: Claim[];
  idle: number[];
}

/** What each workspace had lately, of a worker that cannot take all that is due. */
export class Shares {
  #latest: { workspace_id: number }[] = [];
  #before: { workspace_id: number }[] = [];
  #since = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** Claims up to `room`, for those first who had the least. */
  async take<Claim extends { workspace_id: number }>(
    room: number,
    claim: (limit: number, passedOver: readonly number[]) => Promise<Taken<Claim>>,
    elapsed: number,
  ): Promise<Taken<Claim>> {
    const taken: Taken<Claim> = { claims: [], idle: [] };
    for (const passedOver of this.passedOver(elapsed)) {
      if (taken.claims.length === room) break;
      const { claims, idle } = await claim(room - taken.claims.length, passedOver);
      taken.claims.push(...claims);
      taken.idle.push(...idle);
    }
    this.note(taken.claims, room, elapsed);
    return taken;
  }

  /** `elapsed` in milliseconds. All that was due was taken, or `room` was filled. */
  note(claims: readonly { workspace_id: number }[], room: number, elapsed: number): void {
    if (claims.length < room) {
      this.#latest = [];
      this.#before = [];
      return;
    }
    if (elapsed - this.#since > WINDOW) {
      this.#before = this.#latest;
      this.#latest = [];
      this.#since = elapsed;
    }
    this.#latest.push(...claims);
  }

  /**
   * Workspaces that are passed over at first, and those still passed over after that; at last nobody is. Whoever had
   * nothing lately goes before all others, and whoever had more than an equal share after them.
   */
  passedOver(elapsed: number): number[][] {
    const counts = countByWorkspace([...this.#before, ...this.#latest]);
    const equal = (this.#before.length + this.#latest.length) / counts.size;
    const above = [...counts].filter(([, count]) => count > equal).map(([workspaceId]) => workspaceId);
    const steps = above.length > 0 ? [above, []] : [[]];
    if (counts.size === 0 || elapsed - this.#lookedAt < LOOK_EVERY) return steps;
    this.#lookedAt = elapsed;
    return [[...counts.keys()], ...steps];
  }
}
