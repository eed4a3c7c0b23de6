import type { AttentionAct, AttentionItem } from '@belfry/contract/attention.ts';
import type { State } from '@belfry/contract/states.ts';
import { Link } from '@tanstack/react-router';
import { AgainLink } from '../channels/again-link.tsx';
import { handleOf } from '../data/naming.ts';
import { buttonClass } from '../look/button.tsx';
import { Mark } from '../look/mark.tsx';
import { NetworkMark } from '../look/network-mark.tsx';
import { useDates } from '../words/dates.ts';
import { reasonOf } from '../words/faults.ts';
import { useWords } from '../words/words.ts';
import styles from './attention.module.css';
import { Dismiss } from './dismiss.tsx';

/** A cause has the mark of its posts' state. */
const marks: Readonly<Record<string, State>> = {
  may_be_live: 'may_be_live',
  failed: 'failed',
  missed: 'missed',
  held: 'held',
  at_risk: 'at_risk',
  rejected: 'draft',
  reconnect_soon: 'at_risk',
};

/** One cause: what it is, since when, the posts that it concerns, and the acts of this person. */
export function Item({ item }: { item: AttentionItem }) {
  const words = useWords();
  const { momentOf } = useDates();
  const { attention } = words;
  const channel = item.channel === null ? attention.severalChannels() : handleOf(item.channel);
  const say = attention.kinds[item.kind as keyof typeof attention.kinds];
  const until = attention.until[item.kind as keyof typeof attention.until];
  return (
    <li className={styles['item']}>
      <h2 className={styles['cause']}>
        <Mark state={marks[item.kind] ?? 'at_risk'} />
        {item.channel !== null && <NetworkMark platform={item.channel.platform} />}
        <span dir="auto">{say?.({ channel, count: item.posts.length }) ?? item.kind}</span>
      </h2>
      {item.message !== null && <Message {...item} message={item.message} />}
      <p className={styles['aside']}>
        {[
          item.since !== null && attention.since({ moment: momentOf(item.since) }),
          item.until !== null && until?.({ moment: momentOf(item.until), count: item.posts.length }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Posts item={item} />
      <ItemActs item={item} />
    </li>
  );
}

/** Why, in the person's language, and the sentence of the network, which has its own. */
function Message({ code, message, details }: Pick<AttentionItem, 'code' | 'details'> & { message: string }) {
  const { text, note } = reasonOf(useWords(), code ?? '', message, details);
  return (
    <>
      <p className={styles['message']} dir="auto">
        {text}
      </p>
      {note !== undefined && (
        <p className={styles['message']} dir="auto">
          <q>{note}</q>
        </p>
      )}
    </>
  );
}

function Posts({ item }: { item: AttentionItem }) {
  const words = useWords();
  return (
    <ul className={styles['posts']}>
      {item.posts.map((post) => (
        <li key={post.id} className={styles['row']}>
          <PostLink {...post} />
          {item.posts.length > 1 && <PostActs item={item} post={post} />}
        </li>
      ))}
      {item.more_posts && <li className={styles['aside']}>{words.attention.morePosts()}</li>}
    </ul>
  );
}

export function PostLink({ id, at, text }: Pick<AttentionItem['posts'][number], 'id' | 'at' | 'text'>) {
  const { post } = useWords();
  const { momentOf } = useDates();
  return (
    <Link to="/posts/$id" params={{ id: String(id) }} className={styles['post']}>
      <time className={styles['time']}>{at === null ? post.unplanned() : momentOf(at)}</time>
      <span className={styles['text']} dir="auto">
        {text === '' ? post.noText() : text}
      </span>
    </Link>
  );
}

function ItemActs({ item }: { item: AttentionItem }) {
  const { attention, channels } = useWords();
  const [post, second] = item.posts;
  const may = (act: AttentionAct) => item.acts.includes(act);
  if (item.acts.length === 0) return <p className={styles['aside']}>{attention.onlyOthers()}</p>;
  return (
    <div className={styles['acts']} data-acts>
      {may('reconnect') && item.channel !== null && (
        <AgainLink channel={item.channel.id} className={buttonClass('act')}>
          {channels.reconnect()}
        </AgainLink>
      )}
      {post !== undefined && second === undefined && <PostActs item={item} post={post} />}
      {may('dismiss') && <Dismiss item={item} />}
    </div>
  );
}

/** Beside its post if the cause concerns several. */
function PostActs({
  item: { acts, posts },
  post,
}: {
  item: AttentionItem;
  post: AttentionItem['posts'][number];
}) {
  const { attention } = useWords();
  const params = { id: String(post.id) };
  const [resolves, retries, edits] = (['resolve', 'retry', 'edit'] as const).map((act) => acts.includes(act));
  const isOneOfMany = posts.length > 1;
  const shared = (act: string) => ({
    params,
    className: buttonClass(isOneOfMany ? 'quiet' : 'plain'),
    ...(isOneOfMany && { 'aria-label': attention.acts.on({ act, post: post.text }) }),
  });
  // Its page says what must be done first.
  const isStuck = acts.includes('dismiss') && !edits;
  const open = resolves ? attention.acts.resolve() : attention.acts.open();
  return (
    <>
      {(resolves || retries || isStuck) && (
        <Link to="/posts/$id" {...shared(open)}>
          {open}
        </Link>
      )}
      {edits && (
        <Link to="/write/$id" {...shared(attention.acts.edit())}>
          {attention.acts.edit()}
        </Link>
      )}
    </>
  );
}
