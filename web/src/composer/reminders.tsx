/** What is good to know before the post goes out, and stands in nobody's way. */

import { Link } from '@tanstack/react-router';
import { useStart } from '../app/start.ts';
import { GoOn } from '../channels/go-on.tsx';
import { stopOf } from '../channels/health.ts';
import { useAnswer } from '../data/client.ts';
import { useMinute } from '../data/minute.ts';
import { handleOf } from '../data/naming.ts';
import { useMoments } from '../when/moments.ts';
import { useWords } from '../words/words.ts';
import styles from './bar.module.css';
import { useNames } from './names.ts';
import { findRepeats } from './repeats.ts';
import type { View } from './write.tsx';

type Channel = View['channels'][number];

export function Reminders({ view }: { view: View }) {
  const { networks } = useStart();
  const limited = view.channels.filter(
    ({ platform }) => networks.find((one) => one.platform === platform)?.has_quota,
  );
  return (
    <div className={styles['reminders']}>
      {view.channels.map((channel) => (
        <Stopped key={channel.id} channel={channel} />
      ))}
      <Repeats view={view} />
      {limited.map((channel) => (
        <Left key={channel.id} view={view} channel={channel} />
      ))}
    </div>
  );
}

function Stopped({ channel }: { channel: Channel }) {
  const { channels } = useWords();
  const stop = stopOf(channel);
  if (stop === undefined) return null;
  return (
    <p>
      <bdi>{channels.stop[stop]({ name: handleOf(channel) })}</bdi> <GoOn channel={channel} />
    </p>
  );
}

/** The same text on the same channel within a day. */
function Repeats({ view }: { view: View }) {
  const { repeats: words, toPost } = useWords().composer;
  const { moment } = useMoments();
  const now = useMinute();
  const posts = Map.groupBy(findRepeats(view.state), (one) => `${one.postId} ${one.isPublished}`);
  return [...posts].map(([key, [first, ...others]]) => {
    const named = [first, ...others].flatMap(
      (one) => view.channels.find(({ id }) => id === one?.channelId) ?? [],
    );
    if (first === undefined || named.length === 0) return null;
    const facts = { channels: named.map(handleOf), time: moment(first.at) };
    const tense = first.isPublished ? 'past' : Date.parse(first.at) < now ? 'late' : 'future';
    return (
      <p key={key}>
        <bdi>{words[tense](facts)}</bdi>{' '}
        <Link to="/posts/$id" params={{ id: String(first.postId) }}>
          {toPost()}
        </Link>
      </p>
    );
  });
}

/** Nothing where the network does not say, or does not answer now. */
function Left({ view, channel }: { view: View; channel: Channel }) {
  const { composer } = useWords();
  const name = useNames(view).full(channel);
  const { data = [] } = useAnswer('getChannelQuota', { params: { id: channel.id } });
  const posts = data.find((one) => one.name === 'posts in 24 hours');
  if (posts === undefined) return null;
  const left = Math.max(0, posts.most - posts.used);
  return (
    <p>
      <bdi>{name}</bdi>: {composer.leftToday({ left, most: posts.most })}
    </p>
  );
}
