import Alert from 'icon:circle-alert';
import { useStart } from '../app/start.ts';
import { Button } from '../look/button.tsx';
import { useWords, type Words } from '../words/words.ts';
import { type Finding, type Fix, fixesFor } from './findings.ts';
import styles from './sheet.module.css';
import type { View } from './write.tsx';

/** What stands against scheduling: a sentence each, and the acts that mend it. */
export function Findings({ view, findings }: { view: View; findings: readonly Finding[] }) {
  const isEmpty = view.state.writing.content === '' && view.state.post === undefined;
  const shown = findings.filter(({ rule }) => !(isEmpty && rule === 'content.required'));
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
      <p>{sentenceOf(words, network, finding)}</p>
      <span className={styles['fixes']}>
        {fixes.map((fix) => (
          <Button key={fix.kind} onClick={() => apply(fix)}>
            {nameOf(words, network, fix)}
          </Button>
        ))}
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

/** In the person's language where there are words for the rule, else in those of the rules. */
export function sentenceOf({ composer }: Words, network: string, finding: Finding): string {
  if (finding.isWhole) return `${network}: ${finding.message}`;
  const { rule, unit, message } = finding;
  return composer.violation(network, rule, unit, finding) ?? `${network} ${message}.`;
}

function nameOf({ composer: { fix: words } }: Words, network: string, { kind, count = 0 }: Fix): string {
  if (kind === 'own') return words.own({ network });
  return kind === 'firstFiles' ? words.firstFiles({ count }) : words[kind]();
}
