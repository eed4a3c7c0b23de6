/** Holds what a receiver of webhooks was told against the log of the service, and against how the posts ended. */

import type { ApiEvent } from './client.ts';
import type { Finding } from './findings.ts';
import type { NoticeParams } from './people.ts';
import type { ReceivedEvent } from './receiver.ts';

/** Each settlement is told at least once, and each telling of it is the same. */
export function checkWebhooks(
  told: readonly NoticeParams[],
  events: readonly ApiEvent[],
  messages: readonly ReceivedEvent[],
): Finding[] {
  const bySeq = Map.groupBy(messages, ({ seq }) => seq);
  const findings: Finding[] = [];
  const say = (about: string, why: string) => findings.push({ wrong: 'untold', about, why });
  for (const { seq, kind, post_id } of events) {
    const copies = bySeq.get(seq) ?? [];
    const about = `${kind} of post ${post_id}, event ${seq}`;
    if (!copies.some(({ isTaken }) => isTaken)) say(about, 'no webhook brought it');
    if (new Set(copies.map(({ id, body }) => `${id} ${body}`)).size > 1)
      say(about, 'it came under several ids, or with several bodies');
  }
  const known = new Set(events.map(({ seq }) => seq));
  for (const { seq, id } of messages) if (!known.has(seq)) say(id, 'the log has no such event');
  if (new Set(messages.map(({ id }) => id)).size !== bySeq.size) say('the ids', 'one id was given twice');
  const ends = new Set(events.map(({ kind, post_id }) => `${kind} ${post_id}`));
  for (const { number, last, deletedAt } of told) {
    const isSettled = last.status === 'published' || last.status === 'failed';
    if (deletedAt === undefined && isSettled && !ends.has(`post.${last.status} ${last.id}`))
      say(`post ${number}`, `it is ${last.status}, and the log has no such event`);
  }
  return findings;
}
