/** What the calendar must say above its posts: channels that need a sign-in, lists that are cut, and a newcomer's next steps. */
import { Link } from '@tanstack/react-router';
import { type Start, useStart } from '../app/start.ts';
import { AgainLink } from '../channels/again-link.tsx';
import { nameOf } from '../data/naming.ts';
import { Temporal } from '../data/time.ts';
import { Newcomer } from '../first-steps/newcomer.tsx';
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
  const { channels } = useStart();
  const end = view.days.at(-1)?.end ?? 0;
  const concerned = channels.filter(
    ({ needs_reconnect, reconnect_by: by }) => needs_reconnect || (by !== null && Date.parse(by) < end),
  );
  return (
    <div className={styles['notes']}>
      {concerned.length > 1 ? (
        <p className={styles['note']}>
          {calendar.reconnectMany({ count: concerned.length })}
          <Link to="/channels">{calendar.showChannels()}</Link>
        </p>
      ) : (
        concerned.map((channel) => <ChannelNote key={channel.id} channel={channel} zone={view.zone} />)
      )}
      {truncated !== undefined && (
        <p className={styles['note']} role="status">
          {calendar.truncated({ count: number(truncated) })}
        </p>
      )}
      {!view.isPhone && <Newcomer />}
    </div>
  );
}

function ChannelNote({ channel, zone }: { channel: Start['channels'][number]; zone: string }) {
  const { calendar } = useFirstWords();
  const dates = useDates();
  const { permissions } = useStart();
  const { id, needs_reconnect, reconnect_by: by } = channel;
  const dayOf = (at: string) =>
    dates.day(Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate(), 'brief');
  return (
    <p className={styles['note']}>
      {needs_reconnect || by === null
        ? calendar.reconnectNow({ channel: nameOf(channel) })
        : calendar.reconnect({ channel: nameOf(channel), day: dayOf(by) })}
      {permissions.includes('channel.manage') && (
        <AgainLink channel={id}>{calendar.connectAgain()}</AgainLink>
      )}
    </p>
  );
}
