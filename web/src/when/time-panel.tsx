/** Chooses a time: a month with the load of each day, and a field that reads what people write. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { useStart } from '../app/start.ts';
import { typeAhead } from '../app/type-ahead.ts';
import { MonthPicker } from '../calendar/month-picker.tsx';
import { useAnswer } from '../data/client.ts';
import { nowIn, Temporal } from '../data/time.ts';
import { Button } from '../look/button.tsx';
import { Field } from '../look/field.tsx';
import { useWords, type Words } from '../words/words.ts';
import { type Moments, useMoments } from './moments.ts';
import { lastTime, type ReadMoment, readMoment, rememberTime } from './reading-time.ts';
import styles from './time-panel.module.css';

interface Props {
  /** Of the form, for a button elsewhere that submits it. */
  id?: string;
  /** The time that is chosen already. */
  at: string | undefined;
  /** Ids of the channels whose free slots are offered. */
  channels: readonly number[];
  /** The field is ready to type. On phones its keyboard would cover the days. */
  isTyped: boolean;
  onChoose: (at: string) => void;
  /** Buttons below it. */
  children?: ReactNode;
}

export default function TimePanel({ id, at, channels, isTyped, onChoose, children }: Props) {
  const { composer } = useWords();
  const { workspace } = useStart();
  const place = useMoments();
  const [text, setText] = useState(() => (at === undefined ? '' : asText(at, place)));
  const read = readMoment(text, place.zone);
  const used = lastTime(workspace.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (read.kind === 'exact' || read.kind === 'skipped') take(read.at);
  };
  const take = (chosen: string) => {
    rememberTime(workspace.id, place.time(chosen));
    onChoose(chosen);
  };
  const chooseDay = (day: string) => setText(`${day} ${timeIn(text, place.zone) ?? used}`);
  const readAt = 'at' in read ? read.at : undefined;
  const day = readAt === undefined ? undefined : dayOf(readAt, place.zone);
  return (
    <form id={id} className={styles['panel']} onSubmit={submit}>
      <MonthPicker isAhead zone={place.zone} day={day} onDay={chooseDay} />
      <div className={styles['side']}>
        <Field label={composer.timeField()} hint={composer.timeHint()} error={errorFor(composer, read, text)}>
          {(props) => (
            <input
              {...props}
              value={text}
              autoComplete="off"
              // biome-ignore lint/a11y/noAutofocus: the field is why the panel was opened
              autoFocus={isTyped}
              onFocus={({ currentTarget }) => {
                currentTarget.select();
                void typeAhead(currentTarget);
              }}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <p className={styles['read']} role="status">
          {readAt !== undefined && <strong>{place.moment(readAt)}</strong>}
          {read.kind === 'skipped' &&
            ` ${composer.timeSkipped({ asked: read.asked, time: place.time(read.at) })}`}
        </p>
        {read.kind === 'repeated' && <Twice read={read} onTake={take} />}
        <FreeSlots ids={channels} day={day ?? nowIn(place.zone).toPlainDate().toString()} onTake={take} />
        <p className={styles['zone']}>{composer.zone({ zone: place.zone, offset: place.offset(readAt) })}</p>
        {children !== undefined && <div className={styles['acts']}>{children}</div>}
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
  if (read.kind === 'past') return composer.timePassed();
  return read.kind === 'unknown' && text.trim() !== '' ? composer.timeUnknown() : undefined;
}

function dayOf(at: string, zone: string): string {
  return Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** `10 Dec 12:00`, or `2028-12-10 12:00` where that would be another day. */
function asText(at: string, { zone, time, brief }: Moments): string {
  const text = `${brief(at)} ${time(at)}`;
  const read = readMoment(text, zone);
  return 'at' in read && Date.parse(read.at) === Date.parse(at) ? text : `${dayOf(at, zone)} ${time(at)}`;
}

/** The time of a text that also names a day, so that another day keeps it. */
function timeIn(text: string, zone: string): string | undefined {
  const read = readMoment(text, zone);
  if (!('at' in read)) return undefined;
  const { hour, minute } = Temporal.Instant.from(read.at).toZonedDateTimeISO(zone);
  return `${hour}:${String(minute).padStart(2, '0')}`;
}
