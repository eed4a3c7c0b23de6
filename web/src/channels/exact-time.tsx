import { type Weekday, weekdays } from '@belfry/contract/weekdays.ts';
import { type FormEvent, useState } from 'react';
import { Button } from '../look/button.tsx';
import { SelectField, TextField } from '../look/field.tsx';
import { useWords } from '../words/words.ts';
import { useWeekdays } from './moments.ts';
import styles from './times.module.css';
import { readTime, type Week, withTime } from './week.ts';

interface Props {
  week: Week;
  isSame: boolean;
  onDay: (day: Weekday, times: readonly string[]) => void;
}

/** Sets a time to the minute. */
export function ExactTime({ week, isSame, onDay }: Props) {
  const words = useWords().channels.times;
  const names = useWeekdays('weekdayLong');
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const time = readTime(String(data.get('time')));
    const day = isSame ? 'mon' : (String(data.get('day')) as Weekday);
    setWrong(time === undefined);
    if (time === undefined) return;
    onDay(day, withTime(week[day], time));
    form.reset();
  };
  return (
    <form className={styles['exact']} onSubmit={submit} noValidate>
      {!isSame && (
        <SelectField label={words.day()} name="day">
          {weekdays.map((day, at) => (
            <option key={day} value={day}>
              {names[at]}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label={words.exact()}
        name="time"
        placeholder="09:15"
        autoComplete="off"
        error={isWrong ? words.invalid() : undefined}
      />
      <Button type="submit">{words.add()}</Button>
    </form>
  );
}
