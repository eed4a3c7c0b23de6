/** Generates `docs/metrics.md`: every metric of Belfry, from the table of metrics. */
import { listMetrics } from '../../server/src/base/metrics.ts';

export function renderMetrics(): string {
  return `# Metrics

Made by \`scripts/generate.ts\` from the table in [metrics.ts](../server/src/base/metrics.ts). \`GET /metrics\` returns these
metrics in Prometheus' text format, with Node's own metrics (\`process_\` and \`nodejs_\`, such as
\`nodejs_eventloop_lag_p99_seconds\`).

Counters and histograms count only the process that answers, and begin at 0 when it starts, so scrape every process.
Gauges are of the whole installation, read from the database for each request, except those of the pool, the storage and
the disks. No label holds a workspace, a person or a text.

| name | kind | labels | |
| --- | --- | --- | --- |
${listMetrics().map(describe).join('\n')}
`;
}

function describe([name, { kind, labels = [], help }]: ReturnType<typeof listMetrics>[number]): string {
  return `| \`${name}\` | ${kind} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`;
}
