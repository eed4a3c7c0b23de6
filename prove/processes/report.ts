/** The results of the proof, by kind of network. */
import { type Kind, kinds } from '../../networks/testing/model.ts';
import type { Checked, Ended } from './check.ts';
import { type Finding, type FindingKind, findingKinds } from './findings.ts';
import type { KillsReport } from './killer.ts';
import type { Outages } from './outages.ts';

/** Milliseconds. */
export interface Lateness {
  p50: number;
  p99: number;
  max: number;
}

export interface KindReport {
  due: number;
  published: number;
  /** Failures with a true reason, by code. */
  failed: Record<string, number>;
  /** Failed with `outcome_unknown`; whether they are live comes from the network's log. */
  unconfirmed: { live: number; notLive: number };
  wrong: Record<FindingKind, number>;
  lateness: Lateness;
  /** Lateness without the time in which no service ran. */
  latenessServed: Lateness;
}

/** A cause of doubt, and how many targets it left unconfirmed. */
export interface DoubtReport {
  why: string;
  live: number;
  notLive: number;
}

export interface ProcessesReport {
  input: Record<string, unknown>;
  /** ISO 8601, in UTC. */
  begunAt: string;
  seconds: number;
  machine: string;
  posts: number;
  /** Posts that must not be published. */
  deleted: number;
  withheld: number;
  people: Record<string, number>;
  kinds: Record<Kind | 'all', KindReport>;
  /** Totals, including findings that are not about a network. */
  wrong: Record<FindingKind, number>;
  unconfirmed: DoubtReport[];
  kills: KillsReport;
  faults: Record<string, number>;
  webhooks: { events: number; messages: number; failed: number };
  /** The first findings. */
  findings: Finding[];
}

const MAX_FINDINGS = 50;

type FindingFields = 'kinds' | 'wrong' | 'unconfirmed' | 'findings' | 'deleted' | 'withheld';

export function reportOf(
  { findings, ended, deleted, withheld }: Checked,
  outages: Outages,
  rest: Omit<ProcessesReport, FindingFields>,
): ProcessesReport {
  const all = kindReport(ended, findings, outages);
  const byKind = kinds.map((kind): [Kind, KindReport] => {
    const isOf = (each: { kind?: Kind }) => each.kind === kind;
    return [kind, kindReport(ended.filter(isOf), findings.filter(isOf), outages)];
  });
  return {
    ...rest,
    deleted,
    withheld,
    kinds: { ...(Object.fromEntries(byKind) as Record<Kind, KindReport>), all },
    wrong: all.wrong,
    unconfirmed: doubtsOf(ended),
    findings: findings.slice(0, MAX_FINDINGS),
  };
}

export function isClean({ wrong }: Pick<ProcessesReport, 'wrong'>): boolean {
  return Object.values(wrong).every((count) => count === 0);
}

function kindReport(ended: readonly Ended[], findings: readonly Finding[], outages: Outages): KindReport {
  const unconfirmed = ended.filter(isUnconfirmed);
  const failed = ended.flatMap((end) =>
    end.status === 'failed' && !isUnconfirmed(end) ? [end.code ?? 'no code'] : [],
  );
  const late = ended.flatMap(({ late, due }) => (late === undefined ? [] : [{ late, due }]));
  const count = (wrong: string) => findings.filter((each) => each.wrong === wrong).length;
  return {
    due: ended.length,
    published: ended.filter(({ status }) => status === 'published').length,
    failed: countEach(failed),
    unconfirmed: countLive(unconfirmed),
    wrong: Object.fromEntries(Object.keys(findingKinds).map((wrong) => [wrong, count(wrong)])) as Record<
      FindingKind,
      number
    >,
    lateness: quantiles(late.map((each) => each.late)),
    latenessServed: quantiles(late.map(({ late, due }) => late - outages.within(due, due + late))),
  };
}

function doubtsOf(ended: readonly Ended[]): DoubtReport[] {
  const byWhy = Map.groupBy(ended.filter(isUnconfirmed), ({ doubt }) => doubt ?? 'unknown cause');
  return [...byWhy]
    .map(([why, some]) => ({ why, ...countLive(some) }))
    .sort((a, b) => (a.why < b.why ? -1 : 1));
}

function isUnconfirmed({ code }: Ended): boolean {
  return code === 'outcome_unknown';
}

function countLive(ended: readonly Ended[]): { live: number; notLive: number } {
  const live = ended.filter(({ isLive }) => isLive).length;
  return { live, notLive: ended.length - live };
}

function quantiles(all: number[]): Lateness {
  const sorted = [...all].sort((a, b) => a - b);
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

function countEach(all: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(all, (each) => each)].map(([each, some]) => [each, some.length]));
}
