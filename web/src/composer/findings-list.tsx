import Alert from 'icon:circle-alert';
import { formatters } from '@belfry/messages/locale.ts';
import { flushSync } from 'react-dom';
import { useNetworkNames } from '../app/start.ts';
import { Button } from '../look/button.tsx';
import { useRuleWords } from '../words/rules.ts';
import { useWords } from '../words/words.ts';
import { type Cause, type Finding, listCauses } from './findings.ts';
import { type Fix, fixesFor, uncut } from './fixes.ts';
import { useNames } from './names.ts';
import { rewrite, tellRewritten } from './rewriting.ts';
import styles from './sheet.module.css';
import type { View } from './write.tsx';
import type { Writing } from './writing.ts';

/** What stands against scheduling: a sentence for each reason, and the acts that mend it. */
export function Findings({ view, findings }: { view: View; findings: readonly Finding[] }) {
  return (
    <ul className={styles['findings']} id="findings">
      {listCauses(findings).map((cause) => (
        <One key={cause.key} view={view} cause={cause} />
      ))}
    </ul>
  );
}

function One({ view, cause }: { view: View; cause: Cause }) {
  const words = useWords();
  const names = useNames(view);
  const { finding, channels } = cause;
  const network = useNetworkNames()(finding.channel);
  const named = formatters(words.locale).list(channels.map(names.short));
  const sentence = useSentence(network)(finding);
  return (
    <li className={styles['finding']} data-cause={cause.key} tabIndex={-1}>
      <Alert width={16} height={16} />
      <p>{named === network ? sentence : `${named}: ${sentence}`}</p>
      <Fixes view={view} cause={cause} named={named} />
    </li>
  );
}

function Fixes({ view, cause, named }: { view: View; cause: Cause; named: string }) {
  const all = useWords();
  const { fix: words } = all.composer;
  const { desk, state, checked, show, tab } = view;
  const { finding, channels } = cause;
  const goTo = (field: string) => show(checked.length > 1 ? finding.channel.id : null, field);
  const nameOf = ({ kind, count = 0 }: Fix) => {
    if (kind === 'own') return words.own({ channels: named, count: channels.length });
    return kind === 'firstFiles' || kind === 'leaveOut' ? words[kind]({ count }) : words[kind]();
  };
  const cutOff = (fix: Fix) => {
    const before = desk.get().writing;
    rewrite(desk, tab, fix.apply);
    const after = desk.get().writing;
    const undo = (writing: Writing) => uncut(writing, before, after);
    tellRewritten(desk, tab, all, { text: words.trimmed(), undo });
  };
  const apply = (fix: Fix) => {
    if (fix.kind === 'trim') return cutOff(fix);
    flushSync(() => desk.write(fix.apply));
    if (fix.kind === 'own' || fix.kind === 'split') goTo('content');
    else show(tab, 'media_ids');
  };
  return (
    <span className={styles['fixes']}>
      {fixesFor(cause, checked, state.writing).map((fix) => (
        <Button key={fix.kind} onClick={() => apply(fix)}>
          {nameOf(fix)}
        </Button>
      ))}
      {finding.rule === 'content.required' && (
        <Button onClick={() => show(tab, 'content')}>{words.write()}</Button>
      )}
      {finding.rule === 'media.min' && (
        <Button onClick={() => document.querySelector<HTMLElement>('[data-add-media]')?.click()}>
          {words.addMedia()}
        </Button>
      )}
      {finding.field.startsWith('settings.') && (
        <Button onClick={() => goTo(finding.field)}>{words.setting()}</Button>
      )}
    </span>
  );
}

/** In the person's language. English has the sentences of the rules themselves, which lack the network's name. */
export function useSentence(network: string): (finding: Finding) => string {
  const words = useRuleWords();
  return (finding) => {
    const own = finding.isWhole ? finding.message : `${network} ${finding.message}.`;
    return words?.violation(network, finding, own) ?? own;
  };
}
