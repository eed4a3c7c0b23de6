import Back from 'icon:chevron-left';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../look/button.tsx';
import { useFirstWords } from '../words/words.ts';
import styles from './back.module.css';
import { useCalendarPlace } from './last-calendar.ts';

/** The way out of a page about one post. An app that is installed on a phone has no button of the browser for it. */
export function BackToCalendar() {
  const { frame } = useFirstWords();
  return (
    <Link {...useCalendarPlace()} className={`${buttonClass('quiet')} ${styles['back']}`}>
      <Back />
      <span>{frame.calendar()}</span>
    </Link>
  );
}
