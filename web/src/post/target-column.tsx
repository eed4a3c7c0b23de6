/** One channel of the post: its state, why, what can be done, its link and numbers, its story. */

import type { Post } from '@belfry/contract/posts.ts';
import { stateOfTarget } from '@belfry/contract/states.ts';
import type { Target } from '@belfry/contract/targets.ts';
import type { TimelineEvent } from '@belfry/contract/timeline.ts';
import { useNetworkNames, useStart } from '../app/start.ts';
import { stopOf } from '../channels/health.ts';
import { nameOf } from '../data/naming.ts';
import { StateLine } from '../look/mark.tsx';
import { NetworkMark } from '../look/network-mark.tsx';
import { safeLink } from '../look/safe-link.ts';
import { useDates } from '../words/dates.ts';
import { reasonOf } from '../words/faults.ts';
import { useWords } from '../words/words.ts';
import { Numbers } from './numbers.tsx';
import styles from './post.module.css';
import { Story } from './story-list.tsx';
import { Removal, TargetActs } from './target-acts.tsx';

interface Props {
  post: Post;
  target: Target;
  events: readonly TimelineEvent[];
}

export function TargetColumn({ post, target, events }: Props) {
  const words = useWords();
  const network = useNetworkNames()(target.channel);
  const { channel } = target;
  return (
    <article className={styles['column']} aria-label={nameOf(channel)}>
      <header className={styles['channel']}>
        <NetworkMark platform={channel.platform} title={network} />
        <h2 className={styles['name']} dir="auto">
          {nameOf(channel)}
        </h2>
        <span className={styles['handle']}>@{channel.username}</span>
      </header>
      <State post={post} target={target} />
      <Reason target={target} />
      <TargetActs post={post} target={target} />
      <LiveLinks target={target} />
      <Numbers post={post} target={target} />
      {target.content !== null && (
        <section>
          <h3 className={styles['caption']}>{words.post.ownText()}</h3>
          <p className={styles['text']} dir="auto">
            {target.content}
          </p>
        </section>
      )}
      <Story events={events} targetId={target.id} channel={nameOf(channel)} />
      <Removal post={post} target={target} />
    </article>
  );
}

function State({ post, target }: Pick<Props, 'post' | 'target'>) {
  const { states } = useWords();
  const dates = useDates();
  const state = stateOfTarget(target, post);
  const until = target.condition?.until ?? null;
  const word = state === 'retrying' && until !== null && states.retryingAt({ time: dates.timeOf(until) });
  return <StateLine state={state} {...(word && { word })} />;
}

/** Why it is not published, and until when it waits. */
function Reason({ target }: { target: Target }) {
  const words = useWords();
  const dates = useDates();
  const { condition, error, warnings } = target;
  return (
    <>
      {target.confirmed_by !== null && (
        <p className={styles['reason']}>{words.post.confirmedBy(target.confirmed_by)}</p>
      )}
      {error !== null && <Failure error={error} />}
      {error?.code === 'outcome_unknown' && <p className={styles['reason']}>{words.post.doubt()}</p>}
      <Stopped target={target} />
      {condition?.kind === 'waiting' && condition.until !== null && (
        <p className={styles['reason']}>
          {words.post.waitingFor({ moment: dates.momentOf(condition.until) })}
        </p>
      )}
      {/* The one that the service adds to a post on hold says the same again. */}
      {warnings.length > 0 && condition?.kind !== 'held' && (
        <ul className={styles['warnings']} aria-label={words.post.warnings()}>
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Its channel keeps it from going out. */
function Stopped({ target: { condition, channel } }: { target: Target }) {
  const { channels: words, post } = useWords();
  const { momentOf } = useDates();
  const isHere = useStart().channels.some(({ id }) => id === channel.id);
  const stop = stopOf(channel);
  if (stop === undefined || condition === null || condition.kind === 'waiting') return null;
  const name = nameOf(channel);
  const until = condition.kind === 'held' ? condition.until : null;
  const said =
    until === null ? words.stop[stop]({ name }) : post.heldUntil({ name, moment: momentOf(until) });
  return <p className={styles['reason']}>{isHere ? said : words.one.gone()}</p>;
}

/** In the person's language, and below it the sentence of the network, which has its own. */
function Failure({ error }: { error: NonNullable<Target['error']> }) {
  const { text, note } = reasonOf(useWords(), error.code, error.message, error.details);
  return (
    <p className={styles['reason']}>
      {text}
      {note !== undefined && (
        <q className={styles['note']} dir="auto">
          {note}
        </q>
      )}
    </p>
  );
}

function LiveLinks({ target: { external_url, parts, removed_at } }: { target: Target }) {
  const words = useWords();
  const links = (parts ?? [{ id: '', url: external_url }]).map(({ url }) => safeLink(url));
  if (removed_at !== null || links.every((link) => link === undefined)) return null;
  return (
    <ul className={styles['links']}>
      {links.map((link, index) => {
        if (link === undefined) return null;
        return (
          // The parts of a thread keep their order and number.
          <li key={link}>
            <a href={link} target="_blank" rel="noopener noreferrer" className={styles['link']}>
              {links.length > 1 ? `${words.post.open()} ${index + 1}` : words.post.open()} ↗
            </a>
          </li>
        );
      })}
    </ul>
  );
}
