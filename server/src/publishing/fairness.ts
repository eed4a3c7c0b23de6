/** Decides whose targets a worker claims first when more is due than it can claim. No workspace blocks the others. */

/** A workspace may have this many attempts in flight for each slot that is still free. */
const IN_FLIGHT_PER_FREE_SLOT = 3;
/** Milliseconds. Claims count in the window in which they were made, and in the next one. */
const WINDOW_MS = 500;
/** Milliseconds between searches for workspaces without recent claims. Each scans past everything else that is due. */
const SEARCH_INTERVAL_MS = 100;

/** Workspaces that may claim nothing now. The last free slot is kept for a workspace with no attempt in flight. */
export function listSaturated(inFlight: ReadonlyMap<number, number>, freeSlots: number): number[] {
  const most = IN_FLIGHT_PER_FREE_SLOT * (freeSlots - 1);
  return [...inFlight].filter(([, count]) => count >= most).map(([workspaceId]) => workspaceId);
}

export function countByWorkspace(claims: Iterable<{ workspace_id: number }>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { workspace_id: id } of claims) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

interface ClaimResult<Claim> {
  claims: Claim[];
  idle: number[];
}

/** Counts the recent claims of each workspace while a worker cannot claim everything that is due. */
export class Shares {
  #current: { workspace_id: number }[] = [];
  #previous: { workspace_id: number }[] = [];
  #windowStart = 0;
  #searchedAt = Number.NEGATIVE_INFINITY;

  /** Claims up to `slots` lanes. Workspaces with the fewest recent claims go first. `elapsed` in milliseconds. */
  async take<Claim extends { workspace_id: number }>(
    slots: number,
    claim: (limit: number, skipped: readonly number[]) => Promise<ClaimResult<Claim>>,
    elapsed: number,
  ): Promise<ClaimResult<Claim>> {
    const result: ClaimResult<Claim> = { claims: [], idle: [] };
    for (const skipped of this.skipLists(elapsed)) {
      if (result.claims.length >= slots) break;
      const { claims, idle } = await claim(slots - result.claims.length, skipped);
      result.claims.push(...claims);
      result.idle.push(...idle);
    }
    this.note(result.claims, slots, elapsed);
    return result;
  }

  /** Fewer claims than `slots` mean that nothing more is due, so counting starts again. `elapsed` in milliseconds. */
  note(claims: readonly { workspace_id: number }[], slots: number, elapsed: number): void {
    if (claims.length < slots) {
      this.#current = [];
      this.#previous = [];
      return;
    }
    if (elapsed - this.#windowStart > WINDOW_MS) {
      this.#previous = this.#current;
      this.#current = [];
      this.#windowStart = elapsed;
    }
    this.#current.push(...claims);
  }

  /**
   * Which workspaces to skip, one list for each claim in turn. The first skips all that have recent claims, the second
   * those with more than an equal share, the last none. The first list is left out if the
   * last such search was less than `SEARCH_INTERVAL_MS` ago.
   */
  skipLists(elapsed: number): number[][] {
    const counts = countByWorkspace([...this.#previous, ...this.#current]);
    const equal = (this.#previous.length + this.#current.length) / counts.size;
    const aboveShare = [...counts].filter(([, count]) => count > equal).map(([workspaceId]) => workspaceId);
    const lists = aboveShare.length > 0 ? [aboveShare, []] : [[]];
    if (counts.size === 0 || elapsed - this.#searchedAt < SEARCH_INTERVAL_MS) return lists;
    this.#searchedAt = elapsed;
    return [[...counts.keys()], ...lists];
  }
}
