/** Moves a post to a day and a time. Loaded when it opens. */
import { type FormEvent, useId, useState } from 'react';
import { useStart } from '../app/start.ts';
import { useAnswer } from '../data/client.ts';
import { type Day, nowIn, readDay, Temporal, type Zoned } from '../data/time.ts';
import { Button } from '../look/button.tsx';
import { Dialog } from '../look/dialog.tsx';
import { TextField } from '../look/field.tsx';
import { useFirstWords } from '../words/words.ts';
import { readTime } from './clock-time.ts';
import { dayIn, instantOf, isAgain } from './days.ts';
import { useDeskOf } from './desk.tsx';
import type { Movable } from './moves.ts';
import { windowOf } from './range.ts';
import styles from './selection.module.css';

export default function MoveTo({ post, onClose }: { post: Movable; onClose: () => void }) {
  const { calendar, frame } = useFirstWords();
  const desk = useDeskOf();
  const { workspace } = useStart();
  const zone = workspace.time_zone;
  const form = useId();
  const begin = beginOf(post, zone);
  const [day, setDay] = useState<Day | undefined>(begin.toPlainDate());
  const [time, setTime] = useState(begin.toPlainTime().toString().slice(0, 5));
  const clock = readTime(time);
  const to = day && clock && instantOf(day, zone, clock.hour, clock.minute);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (to === undefined) return;
    onClose();
    desk.drop(post, to);
  };
  return (
    <Dialog
      title={calendar.moveTo.title()}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{frame.cancel()}</Button>
          <Button look="act" type="submit" form={form}>
            {post.at === undefined ? calendar.moveTo.schedule() : calendar.moveTo.move()}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className={styles['when']}>
        <TextField
          label={calendar.moveTo.day()}
          type="date"
          required
          defaultValue={begin.toPlainDate().toString()}
          onChange={({ currentTarget }) => setDay(readDay(currentTarget.value))}
        />
        <TextField
          label={calendar.moveTo.time()}
          inputMode="numeric"
          autoComplete="off"
          value={time}
          error={clock === undefined ? calendar.moveTo.invalid() : undefined}
          onChange={({ currentTarget }) => setTime(currentTarget.value)}
        />
      </form>
      {to !== undefined && <ClockNote to={to} time={time} />}
      {day !== undefined && <FreeSlots post={post} day={day} zone={zone} onChoose={setTime} />}
    </Dialog>
  );
}

/** The time of the post, or the next full hour. */
function beginOf({ at }: Movable, zone: string): Zoned {
  if (at !== undefined) return Temporal.Instant.from(at).toZonedDateTimeISO(zone);
  return nowIn(zone).round({ smallestUnit: 'hour', roundingMode: 'ceil' });
}

function ClockNote({ to, time }: { to: Zoned; time: string }) {
  const { moveTo } = useFirstWords().calendar;
  const { said } = useDeskOf();
  const clock = readTime(time);
  const isSkipped = clock !== undefined && (to.hour !== clock.hour || to.minute !== clock.minute);
  if (isSkipped) return <p>{moveTo.skipped({ time: said.dates.time(to) })}</p>;
  const later = to.toPlainDateTime().toZonedDateTime(to.timeZoneId, { disambiguation: 'later' });
  return isAgain(later) ? <p>{moveTo.repeated()}</p> : null;
}

function FreeSlots({
  post,
  day,
  zone,
  onChoose,
}: {
  post: Movable;
  day: Day;
  zone: string;
  onChoose: (time: string) => void;
}) {
  const { calendar } = useFirstWords();
  const { said } = useDeskOf();
  const channels = (post.channels ?? []).map(({ id }) => id);
  const query = { ...windowOf([dayIn(day, zone)]), 'channel_ids[]': channels };
  const { data = [] } = useAnswer('listSlots', { query }, { enabled: channels.length > 0 });
  const free = data.filter((slot) => slot.channel_ids_free.length === channels.length);
  if (free.length === 0) return null;
  return (
    <div>
      <p>{calendar.moveTo.slots()}</p>
      <ul className={styles['slots']}>
        {free.map(({ at }) => (
          <li key={at}>
            <Button onClick={() => onChoose(said.dates.timeOf(at))}>{said.dates.timeOf(at)}</Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
