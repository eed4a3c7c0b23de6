/** Chooses a time: a month with the load of each day, and a field that reads what people write. */
import { type FormEvent, useState } from 'react';
import { useStart } from '../app/start.ts';
import { MonthPicker } from '../calendar/month-picker.tsx';
import { useAnswer } from '../data/client.ts';
import { nowIn, Temporal } from '../data/time.ts';
import { Button } from '../look/button.tsx';
import { Field } from '../look/field.tsx';
import { useWords, type Words } from '../words/words.ts';
import { useMoments } from './moments.ts';
import { lastTime, type ReadMoment, readMoment, rememberTime } from './reading-time.ts';
import styles from './time-panel.module.css';
import type { View } from './write.tsx';
import type { When as Chosen } from './writing.ts';

interface Props {
  view: View;
  zone: string;
  /** The field is ready to type. On phones its keyboard would cover the days. */
  isTyped: boolean;
  onChoose: (when: Chosen) => void;
}

export default function TimePanel({ view, zone, isTyped, onChoose }: Props) {
  const { composer } = useWords();
  const { workspace } = useStart();
  const place = useMoments();
  const { when } = view.state.writing;
  const [text, setText] = useState(when.as === 'at' ? asText(when.at, place.zone) : '');
  const read = readMoment(text, place.zone);
  const used = lastTime(workspace.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (read.kind === 'exact' || read.kind === 'skipped') take(read.at);
  };
  const take = (at: string) => {
    rememberTime(workspace.id, place.time(at));
    onChoose({ as: 'at', at });
  };
  const chooseDay = (day: string) => setText(`${day} ${timeIn(text, place.zone) ?? used}`);
  return (
    <form className={styles['panel']} onSubmit={submit}>
      <MonthPicker
        isAhead
        zone={place.zone}
        day={'at' in read ? dayOf(read.at, place.zone) : undefined}
        onDay={chooseDay}
      />
      <div className={styles['side']}>
        <Field label={composer.timeField()} hint={composer.timeHint()} error={errorFor(composer, read, text)}>
          {(props) => (
            <input
              {...props}
              value={text}
              autoComplete="off"
              // biome-ignore lint/a11y/noAutofocus: the field is why the panel was opened
              autoFocus={isTyped}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <p className={styles['read']} role="status">
          {'at' in read && <strong>{place.moment(read.at)}</strong>}
          {read.kind === 'skipped' &&
            ` ${composer.timeSkipped({ asked: read.asked, time: place.time(read.at) })}`}
        </p>
        {read.kind === 'repeated' && <Twice read={read} onTake={take} />}
        <FreeSlots
          ids={view.channels.map(({ id }) => id)}
          day={'at' in read ? dayOf(read.at, place.zone) : nowIn(place.zone).toPlainDate().toString()}
          onTake={take}
        />
        <p className={styles['zone']}>{zone}</p>
        <div className={styles['acts']}>
          {when.as !== 'open' && (
            <Button look="quiet" onClick={() => onChoose({ as: 'open' })}>
              {composer.noTime()}
            </Button>
          )}
          <Button look="act" type="submit">
            {composer.setTime()}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** The times of a day at which every chosen channel is free. */
function FreeSlots({
  ids,
  day,
  onTake,
}: {
  ids: readonly number[];
  day: string;
  onTake: (at: string) => void;
}) {
  const { composer } = useWords();
  const { zone, time } = useMoments();
  const first = Temporal.PlainDate.from(day);
  const edge = (one: typeof first) => one.toZonedDateTime(zone).toInstant().toString();
  const query = { 'channel_ids[]': [...ids], from: edge(first), to: edge(first.add({ days: 1 })) };
  const { data = [] } = useAnswer('listSlots', { query }, { enabled: ids.length > 0 });
  const free = data.filter(
    ({ at, channel_ids_free }) =>
      ids.every((id) => channel_ids_free.includes(id)) && at < Temporal.Instant.from(query.to).toString(),
  );
  if (free.length === 0) return null;
  return (
    <fieldset className={styles['slots']}>
      <legend>{composer.freeSlots()}</legend>
      {free.slice(0, 12).map(({ at }) => (
        <Button key={at} onClick={() => onTake(at)}>
          {time(at)}
        </Button>
      ))}
    </fieldset>
  );
}

/** An hour that comes twice, when clocks go back: the person says which. */
function Twice({
  read,
  onTake,
}: {
  read: Extract<ReadMoment, { kind: 'repeated' }>;
  onTake: (at: string) => void;
}) {
  const { composer } = useWords();
  const { time, offset } = useMoments();
  const [earlier, later] = [
    composer.earlier({ offset: offset(read.first) }),
    composer.later({ offset: offset(read.second) }),
  ];
  return (
    <div className={styles['twice']} role="alert">
      <p>{composer.timeRepeated({ time: time(read.first), earlier, later })}</p>
      <Button onClick={() => onTake(read.first)}>{earlier}</Button>
      <Button onClick={() => onTake(read.second)}>{later}</Button>
    </div>
  );
}

function errorFor(composer: Words['composer'], read: ReadMoment, text: string): string | undefined {
  if (read.kind === 'past') return composer.timePast();
  return read.kind === 'unknown' && text.trim() !== '' ? composer.timeUnknown() : undefined;
}

function dayOf(at: string, zone: string): string {
  return Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** `2026-12-10 12:00` */
function asText(at: string, zone: string): string {
  const { hour, minute } = Temporal.Instant.from(at).toZonedDateTimeISO(zone);
  return `${dayOf(at, zone)} ${hour}:${String(minute).padStart(2, '0')}`;
}

/** The time of a text that also names a day, so that another day keeps it. */
function timeIn(text: string, zone: string): string | undefined {
  const read = readMoment(text, zone);
  if (!('at' in read)) return undefined;
  const { hour, minute } = Temporal.Instant.from(read.at).toZonedDateTimeISO(zone);
  return `${hour}:${String(minute).padStart(2, '0')}`;
}
