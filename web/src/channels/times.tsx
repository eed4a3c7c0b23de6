/** The posting times of a channel, set on a week. */
import { type Weekday, weekdays } from '@belfry/contract/weekdays.ts';
import { useState } from 'react';
import { tell } from '../app/acts.ts';
import { useStart } from '../app/start.ts';
import { Button } from '../look/button.tsx';
import { useWords } from '../words/words.ts';
import { useChange } from './changing.ts';
import { ExactTime } from './exact-time.tsx';
import type { ChannelProps } from './head.tsx';
import styles from './times.module.css';
import { bodyOf, everyDay, MOST, union, type Week, weekOf } from './week.ts';
import { WeekGrid } from './week-grid.tsx';

/** For a channel without any. */
const SUGGESTED = ['09:00', '12:00', '17:00'];

export function Times({ channel, canManage }: ChannelProps) {
  const { times: words, done } = useWords().channels;
  const { workspace } = useStart();
  const change = useChange();
  const [isFull, setFull] = useState(false);
  const week = weekOf(channel);
  const isSame = channel.posting_times_by_day === null;
  const save = (after: Week, same: boolean) => change(channel, bodyOf(after, same));
  /** Changes more than one can see at a glance. */
  const saveTold = async (after: Week, same: boolean) => {
    const undo = async () => void (await save(week, isSame));
    if (await save(after, same)) tell(done.times(), { undo });
  };
  const setDay = (day: Weekday, times: readonly string[]) => {
    setFull(times.length > MOST);
    if (times.length > MOST) return;
    void save(isSame ? everyDay(times) : { ...week, [day]: times }, isSame);
  };
  const isEmpty = weekdays.every((day) => week[day].length === 0);
  return (
    <section className={styles['times']} aria-labelledby="times">
      <header className={styles['head']}>
        <h2 id="times">{words.title()}</h2>
        {canManage && (
          <Kind
            isSame={isSame}
            onSame={() => void saveTold(everyDay(union(week)), true)}
            onByDay={() => void saveTold(week, false)}
          />
        )}
      </header>
      <p className={styles['aside']}>{words.intro({ zone: workspace.time_zone })}</p>
      {isEmpty && (
        <div className={styles['none']}>
          <p>{words.none()}</p>
          {canManage && (
            <Button onClick={() => void saveTold(everyDay(SUGGESTED), isSame)}>
              {words.suggest({ times: SUGGESTED })}
            </Button>
          )}
        </div>
      )}
      <WeekGrid week={week} isSame={isSame} canManage={canManage} onDay={setDay} onWeek={saveTold} />
      {isFull && <p role="alert">{words.full({ limit: MOST })}</p>}
      {canManage && <ExactTime week={week} isSame={isSame} onDay={setDay} />}
    </section>
  );
}

interface KindProps {
  isSame: boolean;
  onSame: () => void;
  onByDay: () => void;
}

function Kind({ isSame, onSame, onByDay }: KindProps) {
  const { times: words } = useWords().channels;
  return (
    <fieldset className={styles['kind']}>
      <legend className="spoken">{words.kind()}</legend>
      <label>
        <input type="radio" name="kind" checked={isSame} onChange={onSame} />
        {words.same()}
      </label>
      <label>
        <input type="radio" name="kind" checked={!isSame} onChange={onByDay} />
        {words.byDay()}
      </label>
    </fieldset>
  );
}
