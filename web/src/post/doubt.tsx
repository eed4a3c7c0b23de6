/** For a post that may be live: look first, then say what is so. There is no “retry” here. */

import type { Post } from '@belfry/contract/posts.ts';
import type { Target } from '@belfry/contract/targets.ts';
import { useState } from 'react';
import { useNetworkNames } from '../app/start.ts';
import { useRules } from '../data/networks.ts';
import { Button, buttonClass } from '../look/button.tsx';
import { Dialog } from '../look/dialog.tsx';
import { TextField } from '../look/field.tsx';
import { errorOf, Problem } from '../look/problem.tsx';
import { safeLink } from '../look/safe-link.ts';
import { useWords } from '../words/words.ts';
import { useChangeOf } from './changes.ts';

interface Props {
  post: Post;
  target: Target;
}

export function Doubt({ post, target }: Props) {
  const words = useWords();
  const network = useNetworkNames()(target.channel);
  const { reconcile } = useChangeOf(post);
  const [open, setOpen] = useState<'there' | 'not there'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Look target={target} />
      <Button onClick={() => setOpen('there')}>{words.post.acts.isThere()}</Button>
      <Button onClick={() => setOpen('not there')}>{words.post.acts.isNotThere()}</Button>
      <Button look="quiet" sends busy={reconcile.isPending} onClick={() => reconcile.mutate()}>
        {words.post.acts.ask({ network })}
      </Button>
      {reconcile.isError && <Problem error={reconcile.error} />}
      {open === 'there' && <There post={post} target={target} onClose={close} />}
      {open === 'not there' && <NotThere post={post} target={target} onClose={close} />}
    </>
  );
}

/** The page of the account, where the post is, or is not. */
function Look({ target: { channel } }: Pick<Props, 'target'>) {
  const words = useWords();
  const rules = useRules([channel.platform]);
  const page = rules.get(channel.platform)?.preview.profile?.(channel.username);
  const link = page === undefined ? undefined : safeLink(new URL(page, location.origin).href);
  if (link === undefined) return null;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" className={buttonClass('act')}>
      {words.post.acts.look({ channel: `@${channel.username}` })} ↗
    </a>
  );
}

function There({ post, target, onClose }: Props & { onClose: () => void }) {
  const words = useWords();
  const { resolution } = words.post;
  const { resolve } = useChangeOf(post);
  const [url, setUrl] = useState('');
  const confirm = async () => {
    const link = url.trim() === '' ? {} : { external_url: url.trim() };
    const said = { targetId: target.id, outcome: 'published' as const, ...link };
    if (await resolve.mutateAsync(said).catch(() => undefined)) onClose();
  };
  return (
    <Dialog
      title={resolution.thereTitle()}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.frame.cancel()}</Button>
          <Button look="act" sends busy={resolve.isPending} onClick={confirm}>
            {resolution.thereConfirm()}
          </Button>
        </>
      }
    >
      <p>{resolution.thereBody()}</p>
      <TextField
        label={resolution.link()}
        type="url"
        value={url}
        placeholder="https://"
        onChange={(event) => setUrl(event.target.value)}
        error={errorOf(resolve.error, 'external_url')}
      />
      {resolve.isError && <Problem error={resolve.error} />}
    </Dialog>
  );
}

function NotThere({ post, target, onClose }: Props & { onClose: () => void }) {
  const words = useWords();
  const { resolution } = words.post;
  const { resolve } = useChangeOf(post);
  const confirm = async () => {
    const said = { targetId: target.id, outcome: 'not_published' as const, send_again: true };
    if (await resolve.mutateAsync(said).catch(() => undefined)) onClose();
  };
  return (
    <Dialog
      title={resolution.notThereTitle()}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.frame.cancel()}</Button>
          <Button look="harm" sends busy={resolve.isPending} onClick={confirm}>
            {resolution.notThereConfirm()}
          </Button>
        </>
      }
    >
      <p>{resolution.notThereBody({ channel: `@${target.channel.username}` })}</p>
      {resolve.isError && <Problem error={resolve.error} />}
    </Dialog>
  );
}
