/** The settings of one channel, drawn from its network's schema. */
import { useWords } from '../../words/words.ts';
import type { Checked } from '../checking.ts';
import { useChannelName } from '../tabs.tsx';
import type { View } from '../write.tsx';
import { setSetting, targetOf } from '../writing.ts';
import { Field } from './field.tsx';
import { drawnApart, propertiesOf, titleOf } from './schema.ts';
import styles from './settings.module.css';

export function Settings({ view, one }: { view: View; one: Checked }) {
  const { composer } = useWords();
  const name = useChannelName(one.channel, view.channels);
  const { id } = one.channel;
  const properties = propertiesOf(one.rules?.settings).filter(([key]) => !drawnApart.includes(key));
  const settings = targetOf(view.state.writing, id)?.settings ?? {};
  const set = properties.filter(([key]) => settings[key] !== undefined);
  if (properties.length === 0) return null;
  const names = (set.length > 0 ? set : properties.slice(0, 3)).map(([key, schema]) => titleOf(key, schema));
  return (
    <details className={styles['settings']} open={view.tab === id ? true : undefined}>
      <summary>
        <strong>{name}</strong>
        <span data-set={set.length > 0}>
          {names.join(', ')}
          {set.length === 0 && properties.length > 3 && ' …'}
        </span>
      </summary>
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
    </details>
  );
}
