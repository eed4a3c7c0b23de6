/** Moves a post to a day and a time. Loaded when it opens. */
import { Dialog } from '@base-ui/react/dialog';
import { type FormEvent, useState } from 'react';
import { useStart } from '../app/start.ts';
import { useAnswer } from '../data/client.ts';
import { type Day, nowIn, readDay, Temporal, type Zoned } from '../data/time.ts';
import { Button } from '../look/button.tsx';
import dialog from '../look/dialog.module.css';
import { TextField } from '../look/field.tsx';
import { useWords } from '../words/words.ts';
import styles from './calendar.module.css';
import { readTime } from './clock-time.ts';
import { dayIn, instantOf, isAgain } from './days.ts';
import { useDeskOf } from './desk.tsx';
import type { Movable } from './moves.ts';
import { windowOf } from './range.ts';

export default function MoveTo({ post, onClose }: { post: Movable; onClose: () => void }) {
  const { calendar, frame } = useWords();
  const desk = useDeskOf();
  const { workspace } = useStart();
  const zone = workspace.time_zone;
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
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog['backdrop']} />
        <Dialog.Popup className={dialog['dialog']} render={<form onSubmit={submit} />}>
          <Dialog.Title className={dialog['title']}>{calendar.moveTo.title()}</Dialog.Title>
          <div className={styles['when']}>
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
          </div>
          {to !== undefined && <ClockNote to={to} time={time} />}
          {day !== undefined && <FreeSlots post={post} day={day} zone={zone} onChoose={setTime} />}
          <div className={dialog['acts']}>
            <Dialog.Close render={<Button>{frame.cancel()}</Button>} />
            <Button look="act" type="submit">
              {post.at === undefined ? calendar.moveTo.schedule() : calendar.moveTo.move()}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The time of the post, or the next full hour. */
function beginOf({ at }: Movable, zone: string): Zoned {
  if (at !== undefined) return Temporal.Instant.from(at).toZonedDateTimeISO(zone);
  return nowIn(zone).round({ smallestUnit: 'hour', roundingMode: 'ceil' });
}

function ClockNote({ to, time }: { to: Zoned; time: string }) {
  const { moveTo } = useWords().calendar;
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
  const { calendar } = useWords();
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
