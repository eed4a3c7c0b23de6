import Alert from 'icon:circle-alert';
import { useStart } from '../app/start.ts';
import { Button } from '../look/button.tsx';
import { useRuleWords } from '../words/rules.ts';
import { useWords, type Words } from '../words/words.ts';
import { type Finding, type Fix, fixesFor, isTold } from './findings.ts';
import styles from './sheet.module.css';
import type { View } from './write.tsx';

/** What stands against scheduling: a sentence each, and the acts that mend it. */
export function Findings({ view, findings }: { view: View; findings: readonly Finding[] }) {
  const shown = findings.filter((one) => isTold(one, view.state));
  return (
    <ul className={styles['findings']} id="findings">
      {shown.map((finding) => (
        <One key={`${finding.channel.id} ${finding.field} ${finding.rule}`} view={view} finding={finding} />
      ))}
    </ul>
  );
}

function One({ view, finding }: { view: View; finding: Finding }) {
  const words = useWords();
  const network = useNetworkName(finding.channel.platform);
  const sentenceOf = useSentence(network);
  const { desk, state, checked, channels, show } = view;
  const of = checked.find(({ channel }) => channel.id === finding.channel.id);
  const fixes = of === undefined ? [] : fixesFor(finding, of, state.writing);
  const isSetting = finding.field.startsWith('settings.');
  const apply = (fix: Fix) => {
    desk.write(fix.apply);
    if (channels.length > 1 && (fix.kind === 'own' || fix.kind === 'split'))
      show(finding.channel.id, 'content');
  };
  return (
    <li className={styles['finding']}>
      <Alert width={16} height={16} />
      <p>{sentenceOf(finding)}</p>
      <span className={styles['fixes']}>
        {fixes.map((fix) => (
          <Button key={fix.kind} onClick={() => apply(fix)}>
            {nameOf(words, network, fix)}
          </Button>
        ))}
        {finding.rule === 'media.min' && (
          <Button onClick={() => document.querySelector<HTMLElement>('[data-add-media]')?.click()}>
            {words.composer.fix.addMedia()}
          </Button>
        )}
        {isSetting && (
          <Button onClick={() => show(channels.length > 1 ? finding.channel.id : null, finding.field)}>
            {words.composer.fix.setting()}
          </Button>
        )}
      </span>
    </li>
  );
}

export function useNetworkName(platform: string): string {
  const { networks } = useStart();
  return networks.find((one) => one.platform === platform)?.name ?? platform;
}

/** In the person's language. English has the sentences of the rules themselves, which lack the network's name. */
export function useSentence(network: string): (finding: Finding) => string {
  const words = useRuleWords();
  return (finding) => {
    const own = finding.isWhole ? `${network}: ${finding.message}` : `${network} ${finding.message}.`;
    return words?.violation(network, finding) ?? own;
  };
}

function nameOf({ composer: { fix: words } }: Words, network: string, { kind, count = 0 }: Fix): string {
  if (kind === 'own') return words.own({ network });
  return kind === 'firstFiles' ? words.firstFiles({ count }) : words[kind]();
}
