import { Link } from '@tanstack/react-router';
import { BackTo, backClass } from '../app/back.tsx';
import { useWords } from '../words/words.ts';
import type { Errand } from './errand.ts';

/** Back to the list of networks. */
export function BackToPicker({ errand }: { errand: Pick<Errand, 'returnTo'> }) {
  const { way } = useWords().channels;
  return (
    <Link to="/channels/connect" search={{ return_to: errand.returnTo }} className={backClass}>
      <BackTo name={way.others()} />
    </Link>
  );
}
