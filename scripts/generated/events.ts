/** `docs/events.md`: every kind of event, from the table in the contract. */
import { eventKinds } from '../../contract/event-kinds.ts';

export function drawEvents(): string {
  return `# Kinds of events

Made by \`node scripts/generate.ts\` from the table in [event-kinds.ts](../contract/event-kinds.ts). The audit log and the
stream have all of them; [webhooks](api.md#webhooks) get what they name:

- \`*\`: those marked so;
- a noun with a star, such as \`target.*\`: those marked \`*\` or \`noun.*\` that begin with it;
- any kind by its whole name. What is marked with nothing is sent only so, since it tells of people and of who may do
  what.

\`data\` of a message has \`workspace_id\`, \`seq\`, \`user\`, \`post_id\`, \`target_id\` and \`channel_id\`, and beside them:

| kind | sent for | tells | and has |
| --- | --- | --- | --- |
${Object.entries(eventKinds).map(describe).join('\n')}
`;
}

const marks = { all: '`*`', noun: '`noun.*`', name: '' } as const;

function describe([kind, { for: audience, description, data = '' }]: [
  string,
  (typeof eventKinds)[string],
]): string {
  const fields = data === '' ? '' : data.replaceAll(/[a-z_]+/g, '`$&`');
  return `| \`${kind}\` | ${marks[audience]} | ${description} | ${fields} |`;
}
