/** Begins a post with what was dropped on the calendar: on a day, in a slot, or on the shelf. */
import { useNavigate } from '@tanstack/react-router';
import { tell } from '../app/acts.ts';
import { handOver, isMedia } from '../app/new-post.ts';
import type { Zoned } from '../data/time.ts';
import { loadWords } from '../words/words.ts';
import { useDeskOf } from './desk.tsx';
import type { Brought } from './dnd.ts';
import { isPast } from './movable.ts';
import type { CalendarView } from './view.ts';

/** `to`: undefined for a draft without a time. */
export function useBeginning({ filters }: Pick<CalendarView, 'filters'>) {
  const desk = useDeskOf();
  const navigate = useNavigate();
  return async ({ files, text }: Brought, to: Zoned | undefined): Promise<void> => {
    if (to !== undefined && isPast(to)) {
      tell(desk.said.words.calendar.failed.pastDrop(), { isFailure: true });
      return;
    }
    const fitting = files.filter(isMedia);
    if (fitting.length < files.length) await refuse(files.filter((file) => !isMedia(file)));
    if (fitting.length === 0 && text === '') return;
    handOver({ files: fitting, text });
    const search = {
      ...(to !== undefined && { at: to.toInstant().toString() }),
      ...(filters.channels.length > 0 && { channel: filters.channels.join(',') }),
    };
    await navigate({ to: '/write', search });
  };
}

/** Files that are no pictures and no videos, as the composer refuses them. */
async function refuse(files: readonly File[]): Promise<void> {
  const { media } = (await loadWords()).composer;
  tell(files.map(({ name }) => media.refusedType({ name })).join(' '), { isFailure: true });
}
