import type { TargetChannel } from '@belfry/contract/channels.ts';
import { useStart } from '../app/start.ts';
import { queries } from '../data/client.ts';
import { useWords } from '../words/words.ts';
import { AgainLink } from './again-link.tsx';
import { usePause } from './changing.ts';
import { stopOf } from './health.ts';

interface Props {
  channel: TargetChannel;
  className?: string;
}

/** The act that lets a stopped channel publish again. Absent where it is not stopped or was removed, or for who may not. */
export function GoOn({ channel, className }: Props) {
  const { one, reconnect } = useWords().channels;
  const { channels, permissions } = useStart();
  const pause = usePause();
  const stop = stopOf(channel);
  const isHere = channels.some(({ id }) => id === channel.id);
  if (stop === undefined || !isHere || !permissions.includes('channel.manage')) return null;
  const look = className !== undefined && { className };
  if (stop === 'reconnect') {
    return (
      <AgainLink channel={channel.id} {...look}>
        {reconnect()}
      </AgainLink>
    );
  }
  // Its posts look different from now on.
  const resume = () => pause(channel, false).then(() => queries.invalidateQueries());
  return (
    <button type="button" {...look} onClick={resume}>
      {one.resume()}
    </button>
  );
}
