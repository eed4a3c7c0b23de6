import type { TimelineEvent } from '@belfry/contract/timeline.ts';
import { useStart } from '../app/start.ts';
import { useDates } from '../words/dates.ts';
import { useWords } from '../words/words.ts';
import styles from './post.module.css';
import { type Line, tellStory } from './story.ts';

/** The lines of the post itself, or of one channel, with the machine's words one press below. */
export function Story({
  events,
  targetId,
  channel,
}: {
  events: readonly TimelineEvent[];
  targetId: number | null;
  channel?: string;
}) {
  const words = useWords();
  const dates = useDates();
  const { workspace } = useStart();
  const told = tellStory(events, targetId, words, dates, workspace.time_zone);
  const own = events.filter((event) => event.target_id === targetId);
  if (told.length === 0) return null;
  return (
    <section
      className={styles['story']}
      aria-label={channel === undefined ? words.post.story() : words.post.storyOn({ channel })}
    >
      <ol>
        {told.map((line, index) => (
          <StoryLine key={line.id} line={line} isNewDay={isNewDay(line, told[index - 1])} />
        ))}
      </ol>
      <details className={styles['details']}>
        <summary>{words.post.details()}</summary>
        <pre className={styles['machine']}>{own.map((event) => JSON.stringify(event)).join('\n')}</pre>
      </details>
    </section>
  );
}

function isNewDay(line: Line, before: Line | undefined): boolean {
  return before === undefined || !before.at.toPlainDate().equals(line.at.toPlainDate());
}

function StoryLine({ line: { at, text, note, look }, isNewDay }: { line: Line; isNewDay: boolean }) {
  const dates = useDates();
  const ms = String(at.millisecond).padStart(3, '0');
  const seconds = String(at.second).padStart(2, '0');
  return (
    <>
      {isNewDay && <li className={styles['day']}>{dates.day(at.toPlainDate(), 'short')}</li>}
      <li className={styles['line']} data-look={look}>
        <time dateTime={at.toString({ timeZoneName: 'never' })} title={`${dates.time(at)}:${seconds}.${ms}`}>
          {dates.time(at)}
          <span className={styles['seconds']}>:{seconds}</span>
        </time>
        <span>
          {text}
          {note !== undefined && (
            <q className={styles['note']} dir="auto">
              {note}
            </q>
          )}
        </span>
      </li>
    </>
  );
}
