/** Watches what workers do to the database: who holds which target, and what each statement is called in a trace. */
import type { Claim } from '../../server/src/publishing/lookup.ts';
import type { Agenda } from './agenda.ts';
import { aboutOf } from './networks.ts';
import type { Trace } from './trace.ts';

const LEASE = 15_000;

interface Lease {
  targetId: number;
  channelId: number;
  by: string;
  until: number;
}

/** A settlement, as the statement that writes many of them is given it. */
interface Asked {
  target_id: number;
  lease_id: string;
  status: string;
  kind: string;
  error: unknown;
  data: unknown;
}

/** A statement by a piece that only it has; what is not named here is not worth a line. */
const names: readonly [piece: string, name: string][] = [
  ["'target.waiting' else 'target.sent'", 'stores the intent of'],
  ['sends = j.sends + 1', 'stores that it sends again'],
  ["'target.confirmed' else 'target.prepared'", 'stores the answer of'],
  ['delete from journal', 'forgets'],
];

export class Leases {
  readonly violations: { about: string; message: string }[] = [];
  /** Of each target: claims in a row whose worker was not heard of again, and the most there ever were. */
  readonly broken = new Map<string, number>();
  readonly mostBroken = new Map<string, number>();
  /** Seconds by which each was late when it was first claimed. */
  readonly late = new Map<string, number>();
  /** When each was claimed last. */
  readonly claimedAt = new Map<string, number>();
  /** What was put off, held, or taken over, or met that on its channel. */
  readonly detours = new Set<string>();
  #held = new Map<string, Lease>();
  #about = new Map<number, string>();
  #agenda: Agenda;
  #trace: Trace;

  constructor(agenda: Agenda, trace: Trace) {
    this.#agenda = agenda;
    this.#trace = trace;
  }

  /** Called with every statement of a worker when it has taken effect. */
  see(by: string, text: string, values: readonly unknown[], rows: readonly unknown[]): void {
    const [row] = rows as [Record<string, unknown> | undefined];
    if (row?.['claims'] !== undefined) this.#claimed(by, row['claims'] as Claim[]);
    else if (text.includes('all_of_post')) this.#settled(by, values, rows as { lease: string }[]);
    else if (text.includes('select lease_id from targets')) this.#prolonged(rows as { lease_id: string }[]);
    else this.#tell(by, text, values, rows as { lease_id: string }[]);
  }

  #claimed(by: string, claims: readonly Claim[]): void {
    const { now } = this.#agenda;
    for (const claim of claims) {
      const { target_id: targetId, lease_id: id, channel, text } = claim;
      const about = aboutOf(text, channel.username);
      this.#about.set(targetId, about);
      for (const [old, lease] of this.#held) {
        if (lease.channelId !== channel.id) continue;
        if (lease.until > now)
          this.violations.push({
            about,
            message: `OVERLAP: ${by} claims the channel that ${lease.by} holds`,
          });
        if (lease.targetId === targetId) this.#break(about);
        this.detours.add(this.#about.get(lease.targetId) ?? '');
        this.#held.delete(old);
      }
      this.claimedAt.set(about, now);
      if (!this.late.has(about)) this.late.set(about, claim.late);
      this.#held.set(id, { targetId, channelId: channel.id, by, until: now + LEASE });
      this.#trace.tell(by, `claims, ${claim.late.toFixed(3)} s late`, about);
    }
  }

  #break(about: string): void {
    const broken = (this.broken.get(about) ?? 0) + 1;
    this.broken.set(about, broken);
    this.mostBroken.set(about, Math.max(broken, this.mostBroken.get(about) ?? 0));
  }

  #prolonged(rows: readonly { lease_id: string }[]): void {
    for (const { lease_id } of rows) {
      const lease = this.#held.get(lease_id);
      if (lease !== undefined) lease.until = this.#agenda.now + LEASE;
    }
  }

  #settled(by: string, [asked]: readonly unknown[], rows: readonly { lease: string }[]): void {
    const done = new Set(rows.map(({ lease }) => lease));
    for (const ask of JSON.parse(asked as string) as Asked[]) {
      if (!done.has(ask.lease_id)) continue;
      const about = this.#about.get(ask.target_id);
      const { status, kind, error, data } = ask;
      if (kind !== 'target.published') this.detours.add(about ?? '');
      this.#held.delete(ask.lease_id);
      this.broken.delete(about ?? '');
      const why = error ?? (kind === 'target.put_off' ? data : undefined);
      this.#trace.tell(
        by,
        `settles: ${status} (${kind}) ${why === undefined ? '' : JSON.stringify(why)}`,
        about,
      );
    }
  }

  #tell(by: string, text: string, values: readonly unknown[], rows: readonly { lease_id: string }[]): void {
    const name = names.find(([piece]) => text.includes(piece))?.[1];
    if (name === undefined) return;
    const done = new Set(rows.map(({ lease_id }) => lease_id));
    const [targetIds, leaseIds, entries] = values as [number[], string[], string[]];
    for (const [index, id] of targetIds.entries()) {
      const how = done.has(leaseIds[index] ?? '') ? '' : ', in vain: the lease is lost';
      this.#trace.tell(by, `${name} ${entries[index]}${how}`, this.#about.get(id));
    }
  }
}
