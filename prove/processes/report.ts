/** What the proof found: in figures, by kind of network, and as text. */
import type { Kind } from '../simulation/adapter.ts';
import { kinds } from '../simulation/adapter.ts';
import type { Checked, Ended, Finding, Wrong } from './check.ts';
import { wrongs } from './check.ts';
import { crashPoints } from './crash-points.ts';
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
  /** Of these, failed with a reason that is true. */
  failed: Record<string, number>;
  /** Failed with `outcome_unknown`, by what the network's log says. */
  unconfirmed: { live: number; notLive: number };
  lateness: Lateness;
  /** Without the time in which no service ran. */
  latenessServed: Lateness;
}

export interface ProcessesReport {
  input: Record<string, unknown>;
  seconds: number;
  posts: number;
  deleted: number;
  kinds: Record<Kind | 'all', KindReport>;
  wrong: Record<Wrong, number>;
  kills: KillsReport;
  faults: Record<string, number>;
  /** The first of them. */
  findings: Finding[];
}

const MOST_FINDINGS = 50;

const names: Record<Kind | 'all', string> = {
  key: 'honours a key',
  while: 'honours a key for a while',
  ask: 'can be asked',
  neither: 'neither',
  all: 'all',
};

export function reportOf(
  { findings, ended, deleted }: Checked,
  outages: Outages,
  rest: Pick<ProcessesReport, 'input' | 'seconds' | 'posts' | 'kills' | 'faults'>,
): ProcessesReport {
  const byKind = (kind: Kind | 'all') =>
    kindReport(kind === 'all' ? ended : ended.filter((each) => each.kind === kind), outages);
  const count = (wrong: Wrong) => findings.filter((each) => each.wrong === wrong).length;
  return {
    ...rest,
    deleted,
    kinds: Object.fromEntries([...kinds, 'all' as const].map((kind) => [kind, byKind(kind)])) as Record<
      Kind | 'all',
      KindReport
    >,
    wrong: Object.fromEntries(Object.keys(wrongs).map((wrong) => [wrong, count(wrong as Wrong)])) as Record<
      Wrong,
      number
    >,
    findings: findings.slice(0, MOST_FINDINGS),
  };
}

function kindReport(ended: readonly Ended[], outages: Outages): KindReport {
  const unconfirmed = ended.filter(({ code }) => code === 'outcome_unknown');
  const failed = ended.flatMap(({ status, code }) =>
    status === 'failed' && code !== 'outcome_unknown' ? [code ?? 'no code'] : [],
  );
  const late = ended.flatMap(({ late, due }) => (late === undefined ? [] : [{ late, due }]));
  return {
    due: ended.length,
    published: ended.filter(({ status }) => status === 'published').length,
    failed: countEach(failed),
    unconfirmed: {
      live: unconfirmed.filter(({ isLive }) => isLive).length,
      notLive: unconfirmed.filter(({ isLive }) => !isLive).length,
    },
    lateness: quantiles(late.map((each) => each.late)),
    latenessServed: quantiles(late.map(({ late, due }) => late - outages.within(due, due + late))),
  };
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

export function isClean({ wrong }: ProcessesReport): boolean {
  return Object.values(wrong).every((count) => count === 0);
}

export function print(report: ProcessesReport): string {
  const { kills, wrong } = report;
  const points = Object.entries(crashPoints).map(
    ([point, what]) => `  ${String(kills.atPoint[point] ?? 0).padStart(5)}  ${what}`,
  );
  return [
    `${report.posts} posts in ${report.seconds} s, ${report.deleted} of them deleted in time; ${JSON.stringify(report.input)}`,
    '',
    table(rowsOf(report)),
    '',
    `${kills.total} kills. At a named point:`,
    ...points,
    `At any moment: ${kills.service} of a service, ${kills.database} of its database, ${kills.both} of both; ${kills.stopped} stood still for two leases.`,
    `Faults of the networks: ${listed(report.faults)}.`,
    '',
    ...report.findings.map((finding) => `${finding.wrong.toUpperCase()}: ${finding.about}: ${finding.why}`),
    Object.entries(wrong)
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
  ].join('\n');
}

function rowsOf({ kinds: reports }: ProcessesReport): string[][] {
  const head = ['network', 'due', 'published', 'failed', 'unconfirmed', 'of these live'];
  const lateness = ['late p50', 'p99', 'max ms', 'while served p50', 'p99', 'max ms'];
  const rows = Object.entries(reports).map(([kind, each]) => [
    names[kind as Kind],
    ...[each.due, each.published].map(String),
    listed(each.failed) || '0',
    String(each.unconfirmed.live + each.unconfirmed.notLive),
    String(each.unconfirmed.live),
    ...[each.lateness, each.latenessServed].flatMap(({ p50, p99, max }) => [p50, p99, max].map(String)),
  ]);
  return [[...head, ...lateness], ...rows];
}

function listed(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
