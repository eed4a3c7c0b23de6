/** Prints the report as Markdown that is also readable in a terminal. */
import type { Kind } from '../../networks/testing/model.ts';
import { crashPoints } from './crash-points.ts';
import { type FindingKind, findingKinds } from './findings.ts';
import { isClean, type Lateness, type ProcessesReport } from './report.ts';

type Row = readonly (string | number)[];

const networks: Record<Kind | 'all', string> = {
  key: 'honours a key',
  while: 'honours a key for a minute, can be asked',
  ask: 'can be asked',
  neither: 'neither',
  all: 'all',
};

export function print(report: ProcessesReport): string {
  const { begunAt, seconds, machine } = report;
  return [
    `# Proof: ${verdictOf(report)}`,
    `    npm run prove -- ${optionsOf(report.input)}`,
    `${begunAt.slice(0, 16).replace('T', ' ')} UTC, ${duration(seconds)}, ${machine}.`,
    peopleOf(report),
    outcomesOf(report),
    'Lateness in ms: from the time of a post, or its approval, until its network accepted it. In brackets: without the time in which no service ran.',
    latenessOf(report),
    ...findingsOf(report),
    '## Unconfirmed',
    doubtsOf(report),
    '## Errors found',
    wrongOf(report),
    '## Kills',
    killsOf(report),
    '## Faults of the networks',
    `${listed(report.faults) || 'none'}.`,
  ].join('\n\n');
}

function verdictOf({ wrong, kills, posts }: ProcessesReport): string {
  const input = `${posts} posts, ${kills.total} kills`;
  if (isClean({ wrong })) return `${input}, none lost, none duplicated, no other error`;
  const found = Object.entries(wrong).filter(([, count]) => count > 0);
  return `${input}, FAILED: ${listed(Object.fromEntries(found))}`;
}

function optionsOf(input: ProcessesReport['input']): string {
  const { faultRate, databaseUrl, ...same } = input;
  const options = { ...same, faults: faultRate, ...(databaseUrl === 'given' && { database: 'URL' }) };
  return Object.entries(options)
    .filter(([, value]) => ['number', 'string'].includes(typeof value))
    .map(([name, value]) => `--${name} ${value}`)
    .join(' ');
}

function peopleOf({ people, deleted, withheld, webhooks }: ProcessesReport): string {
  return [
    `Actions: ${listed(people)}. Posts that must not be published: ${deleted} deleted in time, ${withheld} not approved.`,
    `Webhooks: ${webhooks.events} settlements reported in ${webhooks.messages} messages. The receiver failed ${webhooks.failed} of them on purpose.`,
  ].join('\n');
}

function outcomesOf({ kinds }: ProcessesReport): string {
  const head = ['network', 'due', 'published', 'failed', 'unconfirmed', 'lost', 'duplicated'];
  const rows = Object.entries(kinds).map(([kind, { due, published, failed, unconfirmed, wrong }]) => [
    networks[kind as Kind],
    due,
    published,
    listed(failed) || 0,
    unconfirmed.live + unconfirmed.notLive,
    wrong.lost,
    wrong.duplicated,
  ]);
  return table([head, ...rows]);
}

function latenessOf({ kinds }: ProcessesReport): string {
  const rows = Object.entries(kinds).map(([kind, { lateness, latenessServed }]) => [
    networks[kind as Kind],
    ...(['p50', 'p99', 'max'] as const).map(
      (at: keyof Lateness) => `${lateness[at]} (${latenessServed[at]})`,
    ),
  ]);
  return table([['network', 'p50', 'p99', 'max'], ...rows]);
}

function findingsOf({ findings }: ProcessesReport): string[] {
  if (findings.length === 0) return [];
  return [
    '## Findings',
    findings.map(({ wrong, about, why }) => `- **${wrong}** ${about}: ${why}`).join('\n'),
  ];
}

function doubtsOf({ unconfirmed }: ProcessesReport): string {
  if (unconfirmed.length === 0) return 'None.';
  const rows = unconfirmed.map(({ why, live, notLive }) => [why, live, notLive]);
  return table([['cause of the doubt', 'is live', 'is not live'], ...rows]);
}

function wrongOf({ kinds }: ProcessesReport): string {
  const rows = Object.entries(findingKinds).map(([wrong, what]) => [
    `${wrong}: ${what}`,
    ...Object.values(kinds).map((each) => each.wrong[wrong as FindingKind]),
  ]);
  const head = ['', 'key', 'key for a minute', 'asked', 'neither', 'all'];
  return table([head, ...rows]);
}

function killsOf({ kills }: ProcessesReport): string {
  const points = Object.entries(crashPoints).map(([point, what]) => [what, kills.atPoint[point] ?? 0]);
  const anyhow = [
    ['a service, at a random moment', kills.service],
    ['its database, at a random moment', kills.database],
    ['both at once', kills.both],
  ];
  const text = table([['by `kill -9`', kills.total], ...points, ...anyhow]);
  return `${text}\n\nIn addition, ${kills.stopped} services were suspended for two leases and resumed.`;
}

function duration(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function listed(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

/** The first row is the header. */
function table(rows: readonly Row[]): string {
  const [head = [], ...body] = rows.map((row) => row.map(String));
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...body].map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[], fill: string) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0, fill) : cell.padStart(widths[column] ?? 0, fill))).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head, ' '), line(rule, '-'), ...body.map((row) => line(row, ' '))].join('\n');
}
