import type { AttentionItem } from '@belfry/contract/attention.ts';
import type { State } from '@belfry/contract/states.ts';
import { Link } from '@tanstack/react-router';
import { useStart } from '../app/start.ts';
import { handleOf } from '../data/naming.ts';
import { Temporal } from '../data/time.ts';
import { buttonClass } from '../look/button.tsx';
import { Mark } from '../look/mark.tsx';
import { NetworkMark } from '../look/network-mark.tsx';
import { useDates } from '../words/dates.ts';
import { reasonOf } from '../words/faults.ts';
import { useWords } from '../words/words.ts';
import styles from './attention.module.css';
import { Dismiss } from './dismiss.tsx';

/** The mark of a cause is that of the state in which its posts are. */
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
  const moment = useMoment();
  const { attention } = words;
  const channel = item.channel === null ? attention.severalChannels() : handleOf(item.channel);
  const say = attention.kinds[item.kind as keyof typeof attention.kinds];
  const until = attention.until[item.kind as keyof typeof attention.until];
  return (
    <li className={styles['item']}>
      <h2 className={styles['cause']}>
        <Mark state={marks[item.kind] ?? 'at_risk'} />
        {item.channel !== null && <NetworkMark platform={item.channel.platform} />}
        <span dir="auto">{say?.({ channel }) ?? item.kind}</span>
      </h2>
      {item.message !== null && <Message code={item.code} message={item.message} />}
      <p className={styles['aside']}>
        {[
          item.since !== null && attention.since({ moment: moment(item.since) }),
          item.until !== null && until?.({ moment: moment(item.until) }),
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
function Message({ code, message }: { code: string | null; message: string }) {
  const { text, note } = reasonOf(useWords(), code ?? '', message);
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

function useMoment(): (at: string) => string {
  const dates = useDates();
  const { workspace } = useStart();
  return (at) => dates.moment(Temporal.Instant.from(at).toZonedDateTimeISO(workspace.time_zone));
}

function Posts({ item }: { item: AttentionItem }) {
  const words = useWords();
  const moment = useMoment();
  return (
    <ul className={styles['posts']}>
      {item.posts.map((post) => (
        <li key={post.id}>
          <Link to="/posts/$id" params={{ id: String(post.id) }} className={styles['post']}>
            <time className={styles['time']}>
              {post.at === null ? words.post.unplanned() : moment(post.at)}
            </time>
            <span className={styles['text']} dir="auto">
              {post.text === '' ? words.post.noText() : post.text}
            </span>
          </Link>
        </li>
      ))}
      {item.more_posts && <li className={styles['aside']}>{words.attention.morePosts()}</li>}
    </ul>
  );
}

function ItemActs({ item }: { item: AttentionItem }) {
  const { attention } = useWords();
  const [post] = item.posts;
  const params = { id: String(post?.id) };
  const may = (act: string) => (item.acts as readonly string[]).includes(act);
  if (item.acts.length === 0) return <p className={styles['aside']}>{attention.onlyOthers()}</p>;
  return (
    <div className={styles['acts']}>
      {may('reconnect') && item.channel !== null && (
        <Link to="/channels/$id" params={{ id: String(item.channel.id) }} className={buttonClass('act')}>
          {attention.acts.reconnect()}
        </Link>
      )}
      {post !== undefined && (may('resolve') || may('retry')) && (
        <Link to="/posts/$id" params={params} className={buttonClass()}>
          {may('resolve') ? attention.acts.resolve() : attention.acts.open()}
        </Link>
      )}
      {post !== undefined && may('edit') && (
        <Link to="/write/$id" params={params} className={buttonClass()}>
          {attention.acts.edit()}
        </Link>
      )}
      {may('dismiss') && <Dismiss item={item} />}
    </div>
  );
}
