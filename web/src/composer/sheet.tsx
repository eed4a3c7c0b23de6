/** The sheet below the tabs: the text of one version, its files, its settings, and what stands against it. */
import { handleOf } from '../data/naming.ts';
import { Button } from '../look/button.tsx';
import { useWords } from '../words/words.ts';
import { type Checked, findCut } from './checking.ts';
import type { DeskState } from './desk.ts';
import { hasThread } from './findings.ts';
import { Findings } from './findings-list.tsx';
import { FirstComment, Format } from './format.tsx';
import { MediaStrip } from './media.tsx';
import { useNames } from './names.ts';
import { rewrite, tellRewritten } from './rewriting.ts';
import { AllSettings } from './settings/all-settings.tsx';
import styles from './sheet.module.css';
import { Numbers } from './tabs.tsx';
import { TextArea } from './text-area.tsx';
import { Thread } from './thread.tsx';
import { movedBy, moveTo, threadOf, usePartDrop, writePart } from './thread-acts.ts';
import { Tools } from './tools.tsx';
import { addFiles } from './uploads.ts';
import type { View } from './write.tsx';
import { changeTarget, setText, targetOf, textOf, type Writing } from './writing.ts';

/** `live`: what is typed, before the rules have seen it. */
export function Sheet({ view, live }: { view: View; live: DeskState }) {
  const { checked, findings, tab } = view;
  const typed = { ...view, state: live };
  const set = live.writing.targets === view.state.writing.targets ? view : typed;
  const shown = checked.filter(({ channel }) => tab === null || channel.id === tab);
  const own = findings.filter(({ channel }) => tab === null || channel.id === tab);
  const only = shown.length === 1 ? shown[0] : undefined;
  return (
    <div className={styles['sheet']}>
      {only !== undefined && <Format view={typed} one={only} />}
      {tab !== null && <Own view={view} channelId={tab} />}
      <TextField view={typed} cut={findFirstCut(view)} shown={shown} />
      <div className={styles['under']}>
        <Tools />
        {only !== undefined && <Left view={view} one={only} />}
      </div>
      {only !== undefined && hasThread(only) && <Thread view={typed} one={only} />}
      {only !== undefined && <FirstComment view={typed} one={only} />}
      <MediaStrip view={typed} />
      <Findings view={view} findings={own} />
      <AllSettings key={tab} view={set} shown={shown} />
    </div>
  );
}

/** Where the first channel that shows the text cuts it. Infinity: none does. */
function findFirstCut({ checked, state: { writing }, tab }: View): number {
  const text = textOf(writing, tab);
  const cuts = checked
    .filter(({ channel: { id } }) => tab === id || (tab === null && targetOf(writing, id)?.content === null))
    .map((one) => findCut(one, 'content', text));
  return Math.min(...cuts.filter((cut) => cut < text.length));
}

function TextField({ view, cut, shown }: { view: View; cut: number; shown: readonly Checked[] }) {
  const { composer } = useWords();
  const { desk, state, channels, tab, findings } = view;
  const text = textOf(state.writing, tab);
  const channel = channels.find(({ id }) => id === tab);
  const thread = shown.length === 1 ? shown.find(hasThread) : undefined;
  const drop = usePartDrop(0, (from, to) => thread !== undefined && moveTo(view, thread, from, to));
  const isWrong = findings.some((one) => one.field === 'content' && (tab === null || one.channel.id === tab));
  return (
    <div className={styles['first']} {...(thread !== undefined && drop)}>
      <TextArea
        key={tab}
        label={channel === undefined ? composer.text() : composer.textFor({ channel: handleOf(channel) })}
        placeholder={composer.placeholder()}
        value={text}
        cut={Math.min(text.length, cut)}
        field="content"
        isWrong={isWrong}
        describedBy="findings"
        platforms={shown.map((one) => one.channel.platform)}
        onChange={(value) => {
          if (thread !== undefined) writePart(view, threadOf(view, thread), 0, value);
          else desk.write((writing) => setText(writing, tab, value));
        }}
        onPaste={(event) => {
          const files = [...event.clipboardData.files];
          if (files.length === 0) return;
          event.preventDefault();
          addFiles(desk, tab, files);
        }}
        onKeyDown={(event) => {
          const to = movedBy(event, 0);
          if (to !== undefined && thread !== undefined) moveTo(view, thread, 0, to);
        }}
      />
    </div>
  );
}

/** Says whose text this is. */
function Own({ view: { desk, state, channels }, channelId }: { view: View; channelId: number }) {
  const words = useWords();
  const { composer } = words;
  const channel = channels.find(({ id }) => id === channelId);
  const { content = null } = targetOf(state.writing, channelId) ?? {};
  if (channel === undefined) return null;
  if (content === null) return <p className={styles['hint']}>{composer.common()}</p>;
  const change = (to: string | null) => (writing: Writing) =>
    changeTarget(writing, channelId, { content: to });
  const goBack = () => {
    rewrite(desk, channelId, change(null));
    tellRewritten(desk, channelId, words, { text: composer.commonAgain(), undo: change(content) });
  };
  return (
    <p className={styles['hint']}>
      <Button look="quiet" flush onClick={goBack}>
        {composer.backToCommon()}
      </Button>
    </p>
  );
}

/** What is left, once that is less than a tenth; spoken at 20, at the end and beyond it. */
function Left({ view, one }: { view: View; one: View['checked'][number] }) {
  const { composer } = useWords();
  const name = useNames(view).full(one.channel);
  const [first] = one.lengths;
  if (first === undefined) return null;
  const left = first.most - first.length;
  const sentence = left < 0 ? composer.over({ count: -left }) : composer.left({ count: left });
  const isSpoken = left <= 0 || left === 20;
  return (
    <p className={styles['left']}>
      <span>
        {name} <Numbers of={first} />
      </span>
      {left < first.most / 10 && <span data-over={left < 0}>{sentence}</span>}
      <span className="spoken" role="status">
        {isSpoken ? sentence : ''}
      </span>
    </p>
  );
}
