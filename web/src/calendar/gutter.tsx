/** The hours at the side of a week, the same hours by the person's own clock, and the free slots in them. */
import { useFirstWords } from '../words/words.ts';
import type { Band } from './bands.ts';
import { instantOf, nameOf } from './days.ts';
import type { PlacedPost, Shown } from './shown.ts';
import styles from './week.module.css';

type PostBand = Band<PlacedPost['post']>;

export function Gutter({ bands, shown }: { bands: readonly PostBand[]; shown: Shown }) {
  const { calendar } = useFirstWords();
  return (
    <div className={styles['gutter']}>
      {shown.ownZone !== undefined && (
        <span className={styles['ownhead']} aria-hidden="true">
          {calendar.ownTime()}
        </span>
      )}
      {bands.map((band, row) => (
        <div
          key={band.key}
          className={band.kind === 'hour' ? styles['hour'] : styles['foldgutter']}
          style={{ gridRow: row + 2 }}
        >
          {band.kind === 'hour' && <Hour band={band} shown={shown} />}
          <FreeCount count={countFree(band, shown)} />
        </div>
      ))}
    </div>
  );
}

function Hour({ band, shown }: { band: Extract<PostBand, { kind: 'hour' }>; shown: Shown }) {
  return (
    <span className={styles['clocks']} aria-hidden="true">
      {shown.ownZone !== undefined && <OwnTimes times={ownTimesOf(band, shown, shown.ownZone)} />}
      {nameOf(band.hour, 0)}
    </span>
  );
}

function OwnTimes({ times }: { times: readonly string[] }) {
  return (
    <small>
      {times.map((time, at) => (
        <span key={time} className={styles['ownline']}>
          {at === 0 ? time : `→ ${time}`}
        </span>
      ))}
    </small>
  );
}

/** More than one, where the clocks of one zone change in this week. */
function ownTimesOf(
  { hour, again }: { hour: number; again: boolean },
  { days, zone }: Shown,
  own: string,
): string[] {
  const times = days.map(({ day }) => {
    const there = instantOf(day, zone, hour, 0, again).withTimeZone(own);
    return nameOf(there.hour, there.minute);
  });
  return [...new Set(times)];
}

function FreeCount({ count }: { count: number }) {
  const { calendar } = useFirstWords();
  if (count === 0) return null;
  const said = calendar.freeSlots({ count });
  return (
    <span className={styles['freecount']} role="img" aria-label={said} title={said}>
      {calendar.free({ count })}
    </span>
  );
}

function countFree(band: PostBand, { days, free }: Shown): number {
  const names = new Set(days.map(({ name }) => name));
  const hours = band.kind === 'fold' ? band.hours : [band.key];
  return free.filter((slot) => names.has(slot.day) && hours.includes(nameOf(slot.hour, 0))).length;
}
