/** Writes the mail with a person's notices. */
import type { Language } from '@belfry/contract/profile.ts';
import { messages } from '@belfry/messages/languages.ts';
import type { Context } from '../../base/context.ts';
import { type Mail, oneLine, type Part, writeLetter } from '../../mail/index.ts';
import type { Names } from '../names.ts';
import { describe, pathOf } from '../sentences.ts';
import type { Addressee, WaitingRow } from './store.ts';
import { sealMailStop } from './token.ts';

/** The notices of one workspace; without a workspace, those about the person's own user account. */
export interface Section {
  workspaceId: number | null;
  zone: string;
  names: Names;
  notices: readonly WaitingRow[];
}

type Ctx = Pick<Context, 'config' | 'vault'>;

/** Notices of one section that the mail shows. It only counts the others. */
const MAX_NOTICES = 20;
/** Characters of all workspaces' names together. The token in the link contains them, and its length is limited. */
const MAX_NAMES = 200;

export function writeNotices(
  ctx: Ctx,
  to: Addressee,
  language: Language,
  sections: readonly Section[],
): Mail {
  const { digest, names } = messages[language];
  const parts = [
    { text: digest.greeting({ name: oneLine(to.name) }) },
    ...sections.flatMap((section) => writeSection(ctx, language, section)),
  ];
  const subject = writeSubject(language, sections);
  // Mail about security is sent separately and cannot be stopped.
  const stoppable = sections.filter(({ notices }) => notices.some(({ is_urgent }) => !is_urgent));
  const ids = stoppable.map(({ workspaceId }) => workspaceId).filter((id) => id !== null);
  if (ids.length === 0) {
    const why = { text: digest.aboutSecurity() };
    return writeLetter(to.email, { language, subject, parts: [...parts, why] });
  }
  const own = stoppable.map((section) => oneLine(section.names.workspace));
  const workspaces = names.workspaces({ names: own }).slice(0, MAX_NAMES);
  const token = sealMailStop(ctx, { userId: to.id, workspaceIds: ids, workspaces, language });
  const stop = `${ctx.config.publicUrl}/unsubscribe?token=${token}`;
  return writeLetter(to.email, {
    language,
    subject,
    parts: [
      ...parts,
      { text: digest.why({ workspaces }) },
      { label: digest.settings(), link: `${ctx.config.publicUrl}/settings/notices` },
      { label: digest.stop(), link: stop },
    ],
    // RFC 8058
    headers: { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  });
}

function writeSubject(language: Language, sections: readonly Section[]): string {
  const titles = sections.flatMap(({ zone, names, notices }) =>
    notices.map((notice) => describe(notice, names, { language, zone }).title),
  );
  const [title = ''] = titles;
  return titles.length < 2 ? title : messages[language].digest.subject({ title, count: titles.length - 1 });
}

function writeSection({ config }: Pick<Ctx, 'config'>, language: Language, section: Section): Part[] {
  const { zone, names, notices } = section;
  const { moreEntries, moreNotices, open } = messages[language].digest;
  const written = notices.slice(0, MAX_NOTICES).flatMap((notice): Part[] => {
    const { title, body, lines } = describe(notice, names, { language, zone });
    const entries = lines.map((text, at) => ({
      text,
      link: linkTo(config.publicUrl, notice.items[at]?.post_id),
    }));
    const more = notice.count - lines.length;
    if (more > 0) entries.push({ text: moreEntries({ count: more }), link: undefined });
    const list: Part[] = notice.count > 1 ? [{ list: entries }] : [];
    const link = `${config.publicUrl}${pathOf(notice)}`;
    return [{ heading: title }, { text: body }, ...list, { label: open(), link }];
  });
  const left = notices.length - MAX_NOTICES;
  return left > 0 ? [...written, { text: moreNotices({ count: left }) }] : written;
}

function linkTo(publicUrl: string, postId: number | null | undefined): string | undefined {
  return typeof postId === 'number' ? `${publicUrl}/posts/${postId}` : undefined;
}
