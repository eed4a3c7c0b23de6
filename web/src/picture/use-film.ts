/** A video that is moved to single moments, as fast as the browser can show them. */
import { type ComponentProps, type RefObject, useRef, useState } from 'react';

/** All times are seconds. */
export interface Film {
  element: RefObject<HTMLVideoElement | null>;
  events: Pick<ComponentProps<'video'>, 'onLoadedMetadata' | 'onSeeked' | 'onError'>;
  /** The last moment. Undefined: not known yet. Null: this browser cannot play the video. */
  last: number | null | undefined;
  /** The moment that is wanted. */
  at: number;
  goTo(moment: number): void;
  /** Resolves when the wanted moment is on the screen. */
  settle(): Promise<HTMLVideoElement>;
}

/** At its very end, a video may have no picture. */
const BEFORE_END = 0.05;

/** `begin`: the first moment. `length`: of the video, as far as the service knows it. */
export function useFilm(begin: number, length: number | null): Film {
  const element = useRef<HTMLVideoElement>(null);
  // A browser may stop beside the moment that was asked for.
  const moments = useRef({ wanted: begin, asked: 0 });
  const [at, setAt] = useState(begin);
  const [last, setLast] = useState<number | null>();
  const goTo = (moment: number, end = last ?? moment) => {
    moments.current.wanted = Math.min(Math.max(0, moment), end);
    setAt(moments.current.wanted);
    follow(element.current, moments.current);
  };
  const measure = () => {
    const { videoWidth = 0, duration = 0 } = element.current ?? {};
    // A recording without an end has no duration of its own.
    const known = Number.isFinite(duration) ? duration : (length ?? 0);
    const isPlayable = videoWidth > 0 && known > 0;
    const end = Math.max(0, known - BEFORE_END);
    setLast(isPlayable ? end : null);
    if (isPlayable) goTo(begin, end);
  };
  return {
    element,
    events: {
      onLoadedMetadata: measure,
      onSeeked: () => follow(element.current, moments.current),
      onError: () => setLast(null),
    },
    last,
    at,
    goTo: (moment) => goTo(moment),
    settle: () => settle(element.current, moments.current),
  };
}

interface Moments {
  wanted: number;
  asked: number;
}

/** One step at a time: what is wanted meanwhile comes next. */
function follow(film: HTMLVideoElement | null, moments: Moments): void {
  if (film === null || film.seeking || moments.asked === moments.wanted) return;
  moments.asked = moments.wanted;
  film.currentTime = moments.wanted;
}

async function settle(film: HTMLVideoElement | null, moments: Moments): Promise<HTMLVideoElement> {
  if (film === null) throw new Error('The video is not on the page.');
  follow(film, moments);
  while (film.seeking || moments.asked !== moments.wanted || film.readyState < film.HAVE_CURRENT_DATA) {
    if (film.error !== null) throw film.error;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const changes = ['seeked', 'loadeddata', 'error'];
    for (const name of changes) film.addEventListener(name, resolve, { once: true });
    await promise;
    for (const name of changes) film.removeEventListener(name, resolve);
  }
  return film;
}
