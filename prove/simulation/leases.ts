/** Observes the workers' statements: which worker has which target, and each statement's name in a trace. */
import type { Claim } from '../../server/src/lanes/store.ts';
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

/** A settlement in the form of the statement's parameters: it writes many at once. */
interface Settlement {
  target_id: number;
  lease_id: string;
  status: string;
  kind: string;
  error: unknown;
  data: unknown;
}

/** The operation that a statement belongs to. */
export interface Asked {
  /** The worker. */
  by: string;
  /** The time that it has in the database. */
  began: number;
  /** No other operation was held when it ended. */
  isAlone: boolean;
}

/** Statements by a piece of text that only they contain. The trace omits the others. */
const names: readonly [piece: string, name: string][] = [
  ["'target.waiting' else 'target.sent'", 'stores the intent of'],
  ['sends = j.sends + 1', 'stores that it sends again'],
  ["'target.confirmed' else 'target.prepared'", 'stores the answer of'],
  ['delete from journal', 'forgets'],
];

export class Leases {
  readonly violations: { about: string; message: string }[] = [];
  /** By target: the current number of consecutive claims whose worker disappeared, and the maximum so far. */
  readonly broken = new Map<string, number>();
  readonly mostBroken = new Map<string, number>();
  /** By target: seconds by which its first claim was late. */
  readonly late = new Map<string, number>();
  /** By target: when it was last claimed. Those that were claimed together are a microsecond apart. */
  readonly claimedAt = new Map<string, number>();
  /** Targets that were postponed, held or taken over, or that followed such a target on their channel. */
  readonly detours = new Set<string>();
  #held = new Map<string, Lease>();
  #about = new Map<number, string>();
  #agenda: Agenda;
  #trace: Trace;

  constructor(agenda: Agenda, trace: Trace) {
    this.#agenda = agenda;
    this.#trace = trace;
  }

  /** Called with every statement of a worker, after it took effect. */
  observe(
    { by, began, isAlone }: Asked,
    text: string,
    values: readonly unknown[],
    rows: readonly unknown[],
  ): void {
    const [row] = rows as [Record<string, unknown> | undefined];
    if (row?.['claims'] !== undefined) this.#claimed(by, began, row['claims'] as Claim[]);
    else if (text.includes('all_of_post')) this.#settled(by, values, rows as { lease: string }[]);
    else if (text.includes('select held_by as lease from targets'))
      this.#prolonged(began, rows as { lease: string }[], isAlone);
    else this.#log(by, text, values, rows as { lease: string }[]);
  }

  /** A worker has the target. */
  holds(about: string): boolean {
    return [...this.#held.values()].some(({ targetId }) => this.#about.get(targetId) === about);
  }

  #claimed(by: string, began: number, claims: readonly Claim[]): void {
    const before = [...this.#held];
    for (const [place, claim] of claims.entries()) {
      const { target_id: targetId, lease: id, channel, text } = claim;
      const about = aboutOf(text, channel.username);
      this.#about.set(targetId, about);
      for (const [old, lease] of before) {
        if (lease.channelId !== channel.id || !this.#held.has(old)) continue;
        if (lease.until > began)
          this.violations.push({
            about,
            message: `OVERLAP: ${by} claims the channel that ${lease.by} has leased`,
          });
        const lost = this.#about.get(lease.targetId) ?? '';
        this.#break(lost);
        this.detours.add(lost);
        this.#held.delete(old);
      }
      this.claimedAt.set(about, this.#agenda.now + place / 1000);
      if (!this.late.has(about)) this.late.set(about, claim.late);
      this.#held.set(id, { targetId, channelId: channel.id, by, until: began + LEASE });
      this.#trace.log(by, `claims, ${claim.late.toFixed(3)} s late`, about);
    }
  }

  #break(about: string): void {
    const broken = (this.broken.get(about) ?? 0) + 1;
    this.broken.set(about, broken);
    this.mostBroken.set(about, Math.max(broken, this.mostBroken.get(about) ?? 0));
  }

  /** The lane of a lease stays as it is while another operation has locked it. */
  #prolonged(began: number, rows: readonly { lease: string }[], isAlone: boolean): void {
    if (!isAlone) return;
    for (const { lease } of rows) {
      const held = this.#held.get(lease);
      if (held !== undefined) held.until = Math.max(held.until, began + LEASE);
    }
  }

  #settled(by: string, [asked]: readonly unknown[], rows: readonly { lease: string }[]): void {
    const done = new Set(rows.map(({ lease }) => lease));
    for (const ask of JSON.parse(asked as string) as Settlement[]) {
      if (!done.has(ask.lease_id)) continue;
      const about = this.#about.get(ask.target_id);
      const { status, kind, error, data } = ask;
      if (kind !== 'target.published') this.detours.add(about ?? '');
      this.#held.delete(ask.lease_id);
      this.broken.delete(about ?? '');
      const why = error ?? (kind === 'target.put_off' ? data : undefined);
      this.#trace.log(
        by,
        `settles: ${status} (${kind}) ${why === undefined ? '' : JSON.stringify(why)}`,
        about,
      );
    }
  }

  #log(by: string, text: string, values: readonly unknown[], rows: readonly { lease: string }[]): void {
    const name = names.find(([piece]) => text.includes(piece))?.[1];
    if (name === undefined) return;
    const done = new Set(rows.map(({ lease }) => lease));
    const [targetIds, leaseIds, entries] = values as [number[], string[], string[]];
    for (const [index, id] of targetIds.entries()) {
      const how = done.has(leaseIds[index] ?? '') ? '' : ', without effect: the lease is lost';
      this.#trace.log(by, `${name} ${entries[index]}${how}`, this.#about.get(id));
    }
  }
}
