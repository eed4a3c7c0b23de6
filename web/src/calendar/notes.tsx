/** What the calendar must say above its posts: channels that need a sign-in, and lists that are cut. */

import { Link } from '@tanstack/react-router';
import { useStart } from '../app/start.ts';
import { nameOf } from '../data/naming.ts';
import { Temporal } from '../data/time.ts';
import { useDates } from '../words/dates.ts';
import { useFirstWords } from '../words/words.ts';
import styles from './page.module.css';
import type { CalendarView } from './view.ts';

interface Props {
  view: CalendarView;
  /** Posts of the window that are known, if there are more. */
  truncated: number | undefined;
}

export function Notes({ view, truncated }: Props) {
  const { calendar, number } = useFirstWords();
  const dates = useDates();
  const { channels, permissions } = useStart();
  const end = view.days.at(-1)?.end ?? 0;
  const concerned = channels.filter(
    ({ needs_reconnect, reconnect_by: by }) => needs_reconnect || (by !== null && Date.parse(by) < end),
  );
  const dayOf = (at: string) =>
    dates.day(Temporal.Instant.from(at).toZonedDateTimeISO(view.zone).toPlainDate(), 'brief');
  return (
    <>
      {concerned.map((channel) => (
        <p key={channel.id} className={styles['note']}>
          {channel.needs_reconnect || channel.reconnect_by === null
            ? calendar.reconnectNow({ channel: nameOf(channel) })
            : calendar.reconnect({ channel: nameOf(channel), day: dayOf(channel.reconnect_by) })}
          {permissions.includes('channel.manage') && (
            <Link to="/channels/$id" params={{ id: String(channel.id) }}>
              {calendar.toChannel()}
            </Link>
          )}
        </p>
      ))}
      {truncated !== undefined && (
        <p className={styles['note']} role="status">
          {calendar.truncated({ count: number(truncated) })}
        </p>
      )}
    </>
  );
}
