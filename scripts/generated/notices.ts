/** Generates the table of notices in `docs/api.md`: what each is about, who gets it, and when by mail. */
import { type NoticeKind, noticeKinds } from '../../contract/notices.ts';
import { defaultOf, isFixed, kinds, type Recipient, rolesOf } from '../../server/src/notices/kinds.ts';

export function renderNotices(): string {
  const rows = noticeKinds.map((kind) => `| \`${kind}\` | ${describe(kind).join(' | ')} |`);
  return `| kind | events | recipients | mail |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
}

function describe(kind: NoticeKind): string[] {
  const { events, recipients } = kinds[kind];
  const roles = rolesOf(kind).map((role) => `${role}s`);
  return [
    events.map((event) => `\`${event}\``).join(', '),
    new Intl.ListFormat('en-GB').format([...recipients.flatMap((each) => people[each] ?? []), ...roles]),
    isFixed(kind) ? 'without delay, fixed' : `\`${defaultOf(kind).mail}\``,
  ];
}

/** The recipients that no role names. */
const people: { readonly [Name in Recipient]?: string } = {
  author: 'the author of the post',
  member: 'the member',
  actor: 'the `user` of the event',
  mentioned: 'the members whom the comment mentions',
};
