/** The page on which a post is written: left the text, right what readers will see, below when it goes out. */
import { useDeferredValue, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStart } from '../app/start.ts';
import { useRules } from '../data/networks.ts';
import { Labels } from '../labels/labels.tsx';
import { useWords } from '../words/words.ts';
import { Bar } from './bar.tsx';
import { ChannelPicker } from './channel-picker.tsx';
import { checkWriting } from './checking.ts';
import styles from './composer.module.css';
import { chosenOf, type Desk, type DeskState } from './desk.ts';
import { type Finding, listFindings } from './findings.ts';
import { Head } from './head.tsx';
import { handleKeys, useListedKeys } from './keys.ts';
import { Notes } from './notes.tsx';
import { Sheet } from './sheet.tsx';
import { Panes, type Shown, Side } from './side.tsx';
import { Tabs } from './tabs.tsx';
import { addFiles } from './uploads.ts';

export function Write({ desk, state }: { desk: Desk; state: DeskState }) {
  const { composer } = useWords();
  useListedKeys();
  // What is typed is drawn at once. What the rules say about it, and all else beside it, follows when there is time.
  const settled = useDeferredValue(state);
  const { channels, rules, checked, findings } = useChecked(settled);
  const [chosen, setTab] = useState<number | null>(null);
  const [pane, setPane] = useState<Shown>({ pane: 'write', side: 'preview' });
  const tab = channels.length > 1 && channels.some(({ id }) => id === chosen) ? chosen : null;
  const show = (channelId: number | null, field: string) => {
    flushSync(() => {
      setPane({ ...pane, pane: 'write' });
      setTab(channelId);
    });
    focusField(field);
  };
  const showFinding = ({ channel, field }: Finding) => {
    const isOwn = settled.writing.targets.find(({ channelId }) => channelId === channel.id);
    const isCommon = isOwn?.content === null && field === 'content';
    show(isCommon || channels.length === 1 ? null : channel.id, field);
  };
  const view = { desk, state: settled, channels, checked, findings, tab, rules, show };
  // A key may choose a time and press the button at once.
  const planned = state.writing.when === settled.writing.when ? view : { ...view, state };
  return (
    <main
      className={styles['page']}
      data-pane={pane.pane}
      onKeyDown={(event) => handleKeys(event, desk, findings, showFinding)}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        addFiles(desk, tab, [...event.dataTransfer.files]);
      }}
    >
      <Head desk={desk} state={settled} />
      <Notes desk={desk} state={settled} />
      <Panes post={state.post} shown={pane} onShow={setPane} />
      <div className={styles['columns']}>
        <section className={styles['writing']} aria-label={composer.text()}>
          <ChannelPicker desk={desk} writing={state.writing} />
          <Tabs view={view} onTab={setTab} />
          <Sheet view={view} live={state} />
          <PostLabels desk={desk} post={state.post} />
        </section>
        <Side view={view} shown={pane} onShow={setPane} onTab={setTab} />
      </div>
      <Bar view={planned} onFinding={showFinding} />
    </main>
  );
}

/** What the rules say. Kept between drawings by hand, because the compiler keeps nothing across the hook in the middle. */
function useChecked({ writing, files, verdict }: DeskState) {
  const { channels: all } = useStart();
  const { targets } = writing;
  const channels = useMemo(() => chosenOf(all, targets), [all, targets]);
  const rules = useRules(channels.map(({ platform }) => platform));
  const checked = useMemo(
    () => checkWriting(writing, channels, rules, files),
    [writing, channels, rules, files],
  );
  const findings = useMemo(() => listFindings(checked, writing, verdict), [checked, writing, verdict]);
  return { channels, rules, checked, findings };
}

/** Labels belong to the post, not to its text: they are there as soon as the service has the post. */
function PostLabels({ desk, post }: { desk: Desk; post: DeskState['post'] }) {
  if (post === undefined) return null;
  const learn = (labels: typeof post.labels) => {
    const { post: current } = desk.get();
    if (current !== undefined) desk.set({ post: { ...current, labels } });
  };
  return <Labels postId={post.id} labels={post.labels} onChanged={learn} />;
}

export interface View {
  desk: Desk;
  state: DeskState;
  channels: ReturnType<typeof chosenOf>;
  checked: ReturnType<typeof checkWriting>;
  findings: readonly Finding[];
  /** The channel whose version is shown. Null: the common one. */
  tab: number | null;
  rules: ReturnType<typeof useRules>;
  /** Goes to a field of a channel's version, or of the common one. */
  show(channelId: number | null, field: string): void;
}

/** The field itself, or what it is part of: `thread.2.media_ids` leads to part 2. */
function focusField(field: string): void {
  let name = field;
  for (;;) {
    const found = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);
    if (found !== null) {
      found.closest('details')?.setAttribute('open', '');
      found.focus();
      found.scrollIntoView({ block: 'center' });
      return;
    }
    const closed = document.querySelector<HTMLDetailsElement>('details:not([open])');
    if (name.startsWith('settings.') && closed !== null) {
      // Its fields are drawn when it opens.
      closed.open = true;
      requestAnimationFrame(() => requestAnimationFrame(() => focusField(field)));
      return;
    }
    if (!name.includes('.')) return;
    name = name.slice(0, name.lastIndexOf('.'));
  }
}
