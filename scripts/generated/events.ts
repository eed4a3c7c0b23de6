/** Generates `docs/events.md`: every kind of event, from the table in the contract. */
import type { EventDescription } from '../../contract/event-kinds.ts';
import { eventKinds } from '../../contract/event-kinds.ts';

export function renderEvents(): string {
  return `# Kinds of events

Made by \`scripts/generate.ts\` from the table in [event-kinds.ts](../contract/event-kinds.ts). The audit log and the
stream have all of them. A [webhook](api.md#webhooks) gets the kinds that its list of events names:

- \`*\` names all kinds that the table marks \`*\`;
- a noun with a star, such as \`target.*\`, names all kinds of this noun that the table marks \`*\` or \`noun.*\`;
- the full name of a kind names that kind. Kinds without a mark are sent only by their full name, because they are about
  people and their permissions.

The \`data\` of every message has \`workspace_id\`, \`seq\`, \`user\`, \`post_id\`, \`target_id\` and \`channel_id\`, and these
further fields:

| kind | sent for | meaning | further fields |
| --- | --- | --- | --- |
${Object.entries(eventKinds).map(describe).join('\n')}
`;
}

const marks = { all: '`*`', noun: '`noun.*`', name: '' } as const;

function describe([kind, { for: audience, description, data }]: [string, EventDescription]): string {
  return `| \`${kind}\` | ${marks[audience]} | ${description} | ${Object.entries(data).map(describeField).join(', ')} |`;
}

/** The name of a field. After a list of objects, also the names of their fields. */
function describeField([name, schema]: [string, { items?: { properties?: object } }]): string {
  const properties = Object.keys(schema.items?.properties ?? {});
  const fields = properties.map((field) => `\`${field}\``).join(', ');
  return fields === '' ? `\`${name}\`` : `\`${name}\` (a list of ${fields})`;
}
