/** The posting times of a week as one line: a stretch for each day, a stroke for each time. */
import type { Channel } from '@belfry/contract/channels.ts';
import { weekdays } from '@belfry/contract/weekdays.ts';
import type { CSSProperties } from 'react';
import { useWords } from '../words/words.ts';
import { useWeekdays } from './moments.ts';
import { minutesOf, runsOf, type Week, weekOf } from './week.ts';
import styles from './week-line.module.css';

export function WeekLine({ channel }: { channel: Channel }) {
  const week = weekOf(channel);
  const named = useTimesInWords(week);
  const names = useWeekdays('weekday');
  return (
    <span className={styles['line']} role="img" aria-label={named} title={named}>
      {weekdays.map((day, at) => (
        <span key={day} className={styles['day']}>
          <span className={styles['stretch']}>
            {week[day].map((time) => (
              <i key={time} className={styles['time']} style={at24(time)} />
            ))}
          </span>
          <span className={styles['name']}>{names[at]}</span>
        </span>
      ))}
    </span>
  );
}

const at24 = (time: string) => ({ '--at': minutesOf(time) / (24 * 60) }) as CSSProperties;

function useTimesInWords(week: Week): string {
  const { times } = useWords().channels;
  const names = useWeekdays('weekday');
  const of = (day: (typeof weekdays)[number]) => names[weekdays.indexOf(day)] ?? '';
  const days = runsOf(week).map((run) => ({
    name: nameRun(of(run.from), of(run.to), run.from === 'mon' && run.to === 'sun' ? times.everyDay() : ''),
    times: [...run.times],
  }));
  return times.line({ days });
}

function nameRun(from: string, to: string, all: string): string {
  if (all !== '') return all;
  return from === to ? from : `${from}–${to}`;
}
