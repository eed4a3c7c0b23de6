/** Generates `docs/lifecycle.md`: the moves as tables and diagrams. */
import { postMoves, targetMoves } from '../../contract/lifecycle.ts';

type Moves = Record<string, { from: readonly string[]; to: string; when: string }>;

export function renderLifecycle(): string {
  return `# Lifecycle

Made by \`scripts/generate.ts\` from the table in [lifecycle.ts](../contract/lifecycle.ts). A move without a
row there is refused. Waiting is a time (\`wake_at\`), not a state.

## Post

${describe(postMoves)}
## Target

A target is one post on one channel.

${describe(targetMoves)}`;
}

function describe(moves: Moves): string {
  const rows = Object.entries(moves);
  const table = rows.map(
    ([name, { from, to, when }]) => `| ${name} | ${listOf(from)} | \`${to}\` | ${when} |`,
  );
  const chart = rows.flatMap(([name, { from, to }]) => from.map((state) => `  ${state} --> ${to}: ${name}`));
  return `| move | from | to | when |
| --- | --- | --- | --- |
${table.join('\n')}

\`\`\`mermaid
stateDiagram-v2
${chart.join('\n')}
\`\`\`
`;
}

function listOf(states: readonly string[]): string {
  return states.map((state) => `\`${state}\``).join(', ');
}
