/** The settings of one channel, or of several that have the same, drawn from their network's schema. */
import { formatters } from '@belfry/messages/locale.ts';
import type { Json } from '@belfry/networks/core/json.ts';
import { useState } from 'react';
import { useNetworkNames } from '../../app/start.ts';
import { SANDBOX } from '../../data/sandbox.ts';
import { useWords } from '../../words/words.ts';
import { useNames } from '../names.ts';
import type { View } from '../write.tsx';
import { setSetting, targetOf, type Writing } from '../writing.ts';
import { Field } from './field.tsx';
import { listSettings } from './schema.ts';
import styles from './settings.module.css';
import type { Sharing } from './shared.ts';
import { useChosen, useTitle } from './title.ts';

export function Settings({ view, sharing }: { view: View; sharing: Sharing }) {
  const [one] = sharing;
  const nameOf = useTitle();
  const chosenOf = useChosen();
  const { composer } = useWords();
  const name = useNameOf(view, sharing);
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
              onChange={(value) => view.desk.write((writing) => setAll(writing, sharing, key, value))}
            />
          ))}
        </fieldset>
      )}
    </details>
  );
}

/** The network alone, where all its channels in the post share them. */
function useNameOf({ channels, published }: View, [one, ...others]: Sharing): string {
  const { full, short } = useNames({ channels, published });
  const { locale } = useWords();
  const network = useNetworkNames()(one.channel);
  if (others.length === 0) return full(one.channel);
  const ofNetwork = channels.filter(({ platform }) => platform === one.channel.platform);
  if (ofNetwork.length === others.length + 1) return network;
  const names = [one, ...others].map(({ channel }) => short(channel));
  return `${network} ${formatters(locale).list(names)}`;
}

function setAll(writing: Writing, sharing: Sharing, key: string, value: Json | undefined): Writing {
  return sharing.reduce((before, { channel }) => setSetting(before, channel.id, key, value), writing);
}
