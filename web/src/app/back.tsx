/** The way out of a page about one thing. An app that is installed on a phone has no button of the browser for it. */
import Chevron from 'icon:chevron-left';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../look/button.tsx';
import { useFirstWords } from '../words/words.ts';
import styles from './back.module.css';
import { useCalendarPlace } from './last-calendar.ts';

/** For links that lead back, around {@link BackTo}. */
export const backClass = `${buttonClass('quiet')} ${styles['back']}`;

export function BackTo({ name }: { name: string }) {
  return (
    <>
      <Chevron />
      <span dir="auto">{name}</span>
    </>
  );
}

export function BackToCalendar() {
  const { frame } = useFirstWords();
  return (
    <Link {...useCalendarPlace()} className={backClass}>
      <BackTo name={frame.calendar()} />
    </Link>
  );
}
