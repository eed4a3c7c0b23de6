/** Tells the person when the service has a newer build of the app than this page. */
import { useEffect, useEffectEvent } from 'react';
import { useFirstWords } from '../words/words.ts';
import { tell } from './acts.ts';

/** Milliseconds between two looks while the page is visible. */
const EVERY = 600_000;

/** The build of this page: the first one that the service reported. */
let own: string | null | undefined;
let isTold = false;

/** The service names its build in the ETag of every place. Null: it does not answer, or is making a build. */
async function readBuild(): Promise<string | null> {
  const answer = await fetch('/', { method: 'HEAD' }).catch(() => undefined);
  return answer?.ok === true ? answer.headers.get('etag') : null;
}

export function useVersion(): void {
  const { frame } = useFirstWords();
  const look = useEffectEvent(async () => {
    if (document.visibilityState !== 'visible' || isTold) return;
    const build = await readBuild();
    own ??= build;
    if (build === null || build === own || isTold) return;
    isTold = true;
    tell(frame.newVersion(), { offer: { name: frame.reload(), run: () => location.reload() } });
  });
  useEffect(() => {
    const listen = () => void look();
    listen();
    const timer = setInterval(listen, EVERY);
    document.addEventListener('visibilitychange', listen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', listen);
    };
  }, []);
}
