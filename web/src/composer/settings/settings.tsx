/** The settings of one channel, drawn from its network's schema. */
import { useState } from 'react';
import { SANDBOX } from '../../data/sandbox.ts';
import { useWords } from '../../words/words.ts';
import type { Checked } from '../checking.ts';
import { useNames } from '../names.ts';
import type { View } from '../write.tsx';
import { setSetting, targetOf } from '../writing.ts';
import { Field } from './field.tsx';
import { listSettings } from './schema.ts';
import styles from './settings.module.css';
import { useChosen, useTitle } from './title.ts';

export function Settings({ view, one }: { view: View; one: Checked }) {
  const nameOf = useTitle();
  const chosenOf = useChosen();
  const { composer } = useWords();
  const name = useNames(view).full(one.channel);
  const { id } = one.channel;
  // The sandbox's are for trying failures: they wait for who wants that.
  const [isOpen, setOpen] = useState(view.tab === id && one.channel.platform !== SANDBOX);
  const properties = listSettings(one.rules?.settings);
  const settings = targetOf(view.state.writing, id)?.settings ?? {};
  const isSet = (key: string) =>
    settings[key] !== undefined || (key === 'cover' && settings['cover_at_ms'] !== undefined);
  const set = properties.filter(([key]) => isSet(key));
  if (properties.length === 0) return null;
  const names =
    set.length > 0
      ? set.map(([key, schema]) => chosenOf(key, schema, settings[key]))
      : properties.slice(0, 3).map(([key, schema]) => nameOf(key, schema));
  return (
    <details
      className={styles['settings']}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <strong>{name}</strong>
        <span data-set={set.length > 0}>
          {names.join(', ')}
          {set.length === 0 && properties.length > 3 && ' …'}
        </span>
      </summary>
      {isOpen && (
        <fieldset className={styles['fields']} aria-label={composer.settings.title({ channel: name })}>
          {properties.map(([key, schema]) => (
            <Field
              key={key}
              name={key}
              path={`settings.${key}`}
              schema={schema}
              value={settings[key]}
              context={{ view, channelId: id }}
              onChange={(value) => view.desk.write((writing) => setSetting(writing, id, key, value))}
            />
          ))}
        </fieldset>
      )}
    </details>
  );
}
