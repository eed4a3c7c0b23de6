/** The page on which a post is written: left the text, right what readers will see, below when it goes out. */
import type { Channel } from '@belfry/contract/channels.ts';
import type { Target } from '@belfry/contract/targets.ts';
import { useDeferredValue, useMemo, useState } from 'react';
import { useStart } from '../app/start.ts';
import { installAll, useRules } from '../data/networks.ts';
import { Labels } from '../labels/labels.tsx';
import { useWords } from '../words/words.ts';
import { Bar } from './bar.tsx';
import { ChannelPicker } from './channel-picker.tsx';
import { checkWriting } from './checking.ts';
import styles from './composer.module.css';
import { chosenOf, type Desk, type DeskState, publishedOf } from './desk.ts';
import { type Finding, listCauses, listFindings } from './findings.ts';
import { GoneChannels } from './gone-channels.tsx';
import { Head } from './head.tsx';
import { handleKeys, useListedKeys } from './keys.ts';
import { Notes } from './notes.tsx';
import { PublishedVersion } from './published-version.tsx';
import { Sheet } from './sheet.tsx';
import { useShowing } from './showing.ts';
import { Panes, Side } from './side.tsx';
import { Tabs } from './tabs.tsx';
import { addFiles } from './uploads.ts';
import type { Writing } from './writing.ts';

export function Write({ desk, state }: { desk: Desk; state: DeskState }) {
  const { composer } = useWords();
  useListedKeys();
  // What is typed is drawn at once. What the rules say about it, and all else beside it, follows when there is time.
  const settled = useDeferredValue(state);
  const { channels, published, rules, checked, causes, checkNow, ...found } = useChecked(settled);
  const [isComparing, setComparing] = useState(false);
  const { front, pane, isTold, setPane, setTab, showCause, ...showing } = useShowing(
    settled,
    channels,
    published,
  );
  const findings = isTold ? found.findings : [];
  const view = { desk, state: settled, channels, published, checked, findings, rules, ...showing };
  // A key may choose a time and press the button at once.
  const planned = state.writing.when === settled.writing.when ? view : { ...view, state };
  return (
    <main
      className={styles['page']}
      data-pane={pane.pane}
      onKeyDown={(event) => handleKeys(event, desk, causes, showCause)}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        addFiles(desk, view.tab, [...event.dataTransfer.files]);
      }}
    >
      <Head desk={desk} state={settled} />
      <Notes desk={desk} state={settled} isComparing={isComparing} onCompare={setComparing} />
      <Panes post={state.post} shown={pane} onShow={setPane} />
      <div className={styles['columns']}>
        <section className={styles['writing']} aria-label={composer.text()}>
          <ChannelPicker desk={desk} writing={state.writing} published={published} />
          <GoneChannels desk={desk} state={state} />
          <Tabs view={view} tab={front} onTab={setTab} />
          {view.shownTarget !== undefined && settled.post !== undefined ? (
            <PublishedVersion post={settled.post} target={view.shownTarget} />
          ) : (
            <Sheet view={view} live={state} />
          )}
          <PostLabels desk={desk} post={state.post} />
        </section>
        <Side view={view} shown={pane} onShow={setPane} onTab={setTab} />
      </div>
      <Bar
        view={planned}
        causes={causes}
        checkNow={() => checkNow(desk.get())}
        isTold={isTold}
        onCause={showCause}
        onConflict={() => setComparing(true)}
      />
    </main>
  );
}

/** What the rules say. Kept between drawings by hand, because the compiler keeps nothing across the hook in the middle. */
function useChecked({ writing, files, verdict, post }: DeskState) {
  const { channels: all, networks } = useStart();
  const { targets } = writing;
  const published = useMemo(() => publishedOf(post), [post]);
  const channels = useMemo(() => openOf(all, targets, published), [all, targets, published]);
  const loaded = useRules(channels.map(({ platform }) => platform));
  const rules = useMemo(() => installAll(loaded, networks), [loaded, networks]);
  const checked = useMemo(
    () => checkWriting(writing, channels, rules, files),
    [writing, channels, rules, files],
  );
  const findings = useMemo(() => listFindings(checked, writing, verdict), [checked, writing, verdict]);
  const causes = useMemo(() => listCauses(findings), [findings]);
  /** Of what was typed a moment ago, which may not be drawn yet. */
  const checkNow = (now: DeskState) => {
    const open = openOf(all, now.writing.targets, publishedOf(now.post));
    const known = checkWriting(now.writing, open, rules, now.files);
    return { channels: open, causes: listCauses(listFindings(known, now.writing, now.verdict)) };
  };
  return { channels, published, rules, checked, findings, causes, checkNow };
}

/** The channels to which the post still goes. */
function openOf(
  all: readonly Channel[],
  targets: Writing['targets'],
  published: readonly Target[],
): Channel[] {
  return chosenOf(all, targets).filter(({ id }) => published.every((target) => target.channel_id !== id));
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
  /** Those to which the post still goes. */
  channels: ReturnType<typeof chosenOf>;
  /** Where the post is out already. */
  published: readonly Target[];
  checked: ReturnType<typeof checkWriting>;
  /** Empty before a person began. */
  findings: readonly Finding[];
  /** The channel whose version is shown. Null: the common one. */
  tab: number | null;
  /** Its tab is in front, in place of a version that can be changed. */
  shownTarget: Target | undefined;
  rules: ReturnType<typeof useRules>;
  /** Goes to a field of a channel's version, or of the common one. */
  show(channelId: number | null, field: string): void;
}
