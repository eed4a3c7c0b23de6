/** What can safely be done about one channel of a post. Nothing here sends anything twice. */

import type { Post } from '@belfry/contract/posts.ts';
import type { Target } from '@belfry/contract/targets.ts';
import { Fragment, useState } from 'react';
import { useNetworkNames, useStart } from '../app/start.ts';
import { AgainLink } from '../channels/again-link.tsx';
import { GoOn } from '../channels/go-on.tsx';
import { stopOf } from '../channels/health.ts';
import { nameOf } from '../data/naming.ts';
import { Button, buttonClass } from '../look/button.tsx';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import { useChangeOf } from './changes.ts';
import { Doubt } from './doubt.tsx';
import { isInDoubt } from './in-doubt.ts';
import styles from './post.module.css';
import { RemovalDialog } from './removal-dialog.tsx';

/** Seconds in which a person can still stop it. */
const BEFORE_SENDING = 10;

export function TargetActs({ post, target }: { post: Post; target: Target }) {
  const words = useWords();
  const { permissions } = useStart();
  const { patch } = useChangeOf(post);
  const channel = nameOf(target.channel);
  const mayWrite = permissions.includes('post.write');
  const mayRetry =
    mayWrite && post.status === 'failed' && target.error?.retryable === true && !isInDoubt(post);
  const isLost = target.error?.code === 'channel_disconnected';
  return (
    <div className={styles['acts']}>
      {mayWrite && target.status === 'failed' && post.status !== 'failed' && <OthersFirst post={post} />}
      {mayRetry && (
        <Button
          sends
          busy={patch.isPending}
          onClick={() => patch.mutate({ status: 'scheduled', publish_in: BEFORE_SENDING })}
        >
          {words.post.acts.tryAgain({ channel })}
        </Button>
      )}
      {target.condition !== null && <GoOn channel={target.channel} className={buttonClass('act')} />}
      {isLost && permissions.includes('channel.manage') && (
        <AgainLink channel={target.channel_id} className={buttonClass('act')}>
          {words.channels.reconnect()}
        </AgainLink>
      )}
      {mayWrite && target.error?.code === 'outcome_unknown' && <Doubt post={post} target={target} />}
      {patch.isError && <Problem error={patch.error} />}
    </div>
  );
}

/** The service changes no post, and tries none again, while it is under way on another channel. */
function OthersFirst({ post: { targets } }: { post: Post }) {
  const { first } = useWords().post;
  const open = targets.filter(({ status }) => status === 'pending' || status === 'publishing');
  return open.map(({ id, channel, condition }) => {
    const stop = condition === null || condition.kind === 'waiting' ? undefined : stopOf(channel);
    return (
      <Fragment key={id}>
        <p>{first[stop ?? 'other']({ name: nameOf(channel) })}</p>
        {stop !== undefined && <GoOn channel={channel} className={buttonClass()} />}
      </Fragment>
    );
  });
}

/** Below everything else, because nobody can undo it. */
export function Removal({ post, target }: { post: Post; target: Target }) {
  const words = useWords();
  const { permissions } = useStart();
  const network = useNetworkNames()(target.channel);
  const [isOpen, setOpen] = useState(false);
  const isLive = target.status === 'published' && target.removed_at === null;
  if (!isLive || !permissions.includes('post.remove')) return null;
  return (
    <div className={styles['acts']}>
      <Button look="quiet" flush onClick={() => setOpen(true)}>
        {words.post.acts.remove({ network })}
      </Button>
      {isOpen && <RemovalDialog post={post} target={target} onClose={() => setOpen(false)} />}
    </div>
  );
}
