/** `docs/metrics.md`: every figure of ours, from the table that makes them. */
import { listMetrics } from '../../server/src/metrics.ts';

export function drawMetrics(): string {
  return `# Metrics

Made by \`node scripts/generate.ts\` from the table in [metrics.ts](../server/src/metrics.ts). \`GET /metrics\` has them in
Prometheus' text format, beside Node's own (\`process_\` and \`nodejs_\`, such as \`nodejs_eventloop_lag_p99_seconds\`).

Counters and histograms are of the one process that is asked, and begin anew when it starts; ask every process. Gauges
are of the whole installation, read from the database at that moment, except those of the pool and the disks. No label holds a
workspace, a person or a text.

| name | kind | labels | |
| --- | --- | --- | --- |
${listMetrics().map(describe).join('\n')}
`;
}

function describe([name, { kind, labels = [], help }]: ReturnType<typeof listMetrics>[number]): string {
  return `| \`${name}\` | ${kind} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`;
}
