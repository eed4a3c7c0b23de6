/** Compares the received webhooks with the service's event log and with the posts' final status. */
import type { ApiEvent } from './client.ts';
import type { Finding } from './findings.ts';
import type { WrittenPost } from './people.ts';
import type { ReceivedEvent } from './receiver.ts';

/** Each settlement must arrive at least once, and all its copies must be equal. */
export function checkWebhooks(
  posts: readonly WrittenPost[],
  events: readonly ApiEvent[],
  messages: readonly ReceivedEvent[],
): Finding[] {
  const bySeq = Map.groupBy(messages, ({ seq }) => seq);
  const findings: Finding[] = [];
  const report = (about: string, why: string) => findings.push({ wrong: 'unreported', about, why });
  for (const { seq, kind, post_id } of events) {
    const copies = bySeq.get(seq) ?? [];
    const about = `${kind} of post ${post_id}, event ${seq}`;
    if (!copies.some(({ isAccepted }) => isAccepted)) report(about, 'no webhook delivered it');
    if (new Set(copies.map(({ id, body }) => `${id} ${body}`)).size > 1)
      report(about, 'it was delivered with several ids or several bodies');
  }
  const known = new Set(events.map(({ seq }) => seq));
  for (const { seq, id } of messages) if (!known.has(seq)) report(id, 'the log does not contain this event');
  if (new Set(messages.map(({ id }) => id)).size !== bySeq.size)
    report('the ids', 'two events have the same id');
  const ends = new Set(events.map(({ kind, post_id }) => `${kind} ${post_id}`));
  for (const { number, last, deletedAt } of posts) {
    const isSettled = last.status === 'published' || last.status === 'failed';
    if (deletedAt === undefined && isSettled && !ends.has(`post.${last.status} ${last.id}`))
      report(`post ${number}`, `it is ${last.status}, but the log does not contain this event`);
  }
  return findings;
}
