/** What readers of one channel will see, as far as the browser can know it. */

import { type Card as LinkCardFacts, type PartPreview, previewOf } from '@belfry/networks/core/preview.ts';
import { useState } from 'react';
import { useNetworkNames } from '../app/start.ts';
import { isKnown } from '../data/networks.ts';
import { useRuleWords } from '../words/rules.ts';
import { useWords } from '../words/words.ts';
import type { Checked } from './checking.ts';
import { LinkCard } from './link-card.tsx';
import { useNames } from './names.ts';
import { filesOfPart } from './part.ts';
import styles from './preview.module.css';
import { PreviewMedia } from './preview-media.tsx';
import { partsOf } from './thread-parts.ts';
import type { View } from './write.tsx';
import { mediaOf } from './writing.ts';

interface Props {
  view: View;
  onTab: (tab: number | null) => void;
}

export default function Preview({ view }: Props) {
  const { composer } = useWords();
  const { checked, tab } = view;
  const [chosen, setChosen] = useState<number>();
  const [theme, setTheme] = useState<'light' | 'dark'>(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  const [width, setWidth] = useState<'phone' | 'wide'>('phone');
  // The tab that has the focus decides; in the common one, the person does.
  const one =
    checked.find(({ channel }) => channel.id === (tab ?? chosen)) ??
    checked.find(({ channel }) => channel.id === view.findings[0]?.channel.id) ??
    checked[0];
  if (view.shownTarget !== undefined)
    return <p className={styles['nothing']}>{composer.preview.published()}</p>;
  if (one === undefined) return <p className={styles['nothing']}>{composer.preview.nothing()}</p>;
  return (
    <div className={styles['preview']}>
      <header className={styles['head']}>
        <h2 className="spoken">{composer.preview.title()}</h2>
        {tab === null && checked.length > 1 ? (
          <select
            aria-label={composer.preview.of()}
            value={one.channel.id}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            {checked.map(({ channel }) => (
              <option key={channel.id} value={channel.id}>
                <Name channel={channel} view={view} />
              </option>
            ))}
          </select>
        ) : (
          <strong className={styles['of']}>
            <Name channel={one.channel} view={view} />
          </strong>
        )}
        <Pair
          label={composer.preview.theme()}
          value={theme}
          of={[
            ['light', composer.preview.light()],
            ['dark', composer.preview.dark()],
          ]}
          onChoose={setTheme}
        />
        <Pair
          label={composer.preview.width()}
          value={width}
          of={[
            ['phone', composer.preview.phone()],
            ['wide', composer.preview.wide()],
          ]}
          onChoose={setWidth}
        />
      </header>
      <Shown view={view} one={one} theme={theme} width={width} />
    </div>
  );
}

function Name({ channel, view }: { channel: Checked['channel']; view: View }) {
  return useNames(view).full(channel);
}

function Pair<Value extends string>({
  label,
  value,
  of,
  onChoose,
}: {
  label: string;
  value: Value;
  of: readonly (readonly [Value, string])[];
  onChoose: (value: Value) => void;
}) {
  return (
    <fieldset className={styles['pair']} aria-label={label}>
      {of.map(([each, name]) => (
        <button key={each} type="button" aria-pressed={each === value} onClick={() => onChoose(each)}>
          {name}
        </button>
      ))}
    </fieldset>
  );
}

function Shown({ view, one, theme, width }: { view: View; one: Checked; theme: string; width: string }) {
  const { composer } = useWords();
  const words = useRuleWords();
  const network = useNetworkNames()(one.channel);
  if (!isKnown(one.channel.platform)) return <p>{composer.preview.unknown({ network })}</p>;
  const known = view.rules.get(one.channel.platform);
  // They are on their way.
  if (known === undefined || one.rules === null) return null;
  const parts = previewOf(one.rules, known.preview, one.version);
  const isRefused = view.findings.some(({ channel }) => channel.id === one.channel.id);
  const isFolded = parts.some(({ shown }) => shown !== null);
  return (
    <>
      <div className={styles['stage']} data-preview={theme} data-width={width}>
        {parts.map((part, at) => (
          <Card
            key={part.field}
            one={one}
            part={part}
            isFirst={at === 0}
            isLast={at === parts.length - 1}
            card={at === 0 ? known.preview.card?.(one.version) : undefined}
            view={view}
          />
        ))}
      </div>
      <ul className={styles['notes']}>
        {isRefused && <li data-bad="true">{composer.preview.refused({ network })}</li>}
        {one.advice.map((found) => (
          <li key={`${found.field} ${found.rule}`}>{words?.advice(network, found) ?? found.message}</li>
        ))}
        {isFolded && <li>{composer.preview.folded({ network })}</li>}
        <li>{composer.preview.differs({ network })}</li>
      </ul>
    </>
  );
}

interface CardProps {
  view: View;
  one: Checked;
  part: PartPreview;
  isFirst: boolean;
  isLast: boolean;
  card: LinkCardFacts | undefined;
}

function Card({ view, one, part, isFirst, isLast, card }: CardProps) {
  const { composer } = useWords();
  const { channel } = one;
  const { writing } = view.state;
  const at = /^settings\.thread\.(\d+)$/.exec(part.field)?.[1];
  const ofPart = at === undefined ? [] : filesOfPart(partsOf(writing, channel.id)[Number(at)]);
  const ids = isFirst ? mediaOf(writing, channel.id) : ofPart;
  return (
    <article className={styles['card']} data-last={isLast}>
      <Avatar channel={channel} />
      <div className={styles['body']}>
        <p className={styles['who']}>
          <strong dir="auto">{channel.name}</strong>
          <span dir="auto">@{channel.username}</span>
          <span>{composer.preview.now()}</span>
        </p>
        <Text part={part} />
        <PreviewMedia view={view} ids={ids} layout={part.layout} />
        {card !== undefined && <LinkCard card={card} />}
      </div>
    </article>
  );
}

function Avatar({ channel }: { channel: Checked['channel'] }) {
  if (channel.avatar_url !== null)
    return <img className={styles['avatar']} src={channel.avatar_url} alt="" width={40} height={40} />;
  return (
    <span className={styles['avatar']} aria-hidden="true">
      {[...channel.name][0]}
    </span>
  );
}

/** The words that become links look like links and lead nowhere. */
function Text({ part: { runs, shown } }: { part: PartPreview }) {
  const { composer } = useWords();
  const [isOpen, setOpen] = useState(false);
  const text = runs.map((run) => run.text).join('');
  if (text.trim() === '') return <p className={styles['empty']}>{composer.preview.empty()}</p>;
  let left = isOpen ? Number.POSITIVE_INFINITY : (shown ?? Number.POSITIVE_INFINITY);
  const visible = runs.flatMap((run) => {
    const cut = run.text.slice(0, Math.max(0, left));
    left -= run.text.length;
    return cut === '' ? [] : [{ ...run, text: cut }];
  });
  return (
    <p className={styles['text']} dir="auto">
      {visible.map((run, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a run is its place
        <span key={at} data-as={run.as}>
          {run.text}
        </span>
      ))}
      {shown !== null && !isOpen && (
        <button type="button" className={styles['more']} onClick={() => setOpen(true)}>
          … {composer.preview.more()}
        </button>
      )}
    </p>
  );
}
