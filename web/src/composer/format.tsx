/** What the composer draws of a network's settings itself: the format, and the first comment. */
import { type JsonSchema, field as read } from '@belfry/networks/core/json.ts';
import { useRuleWords } from '../words/rules.ts';
import { useWords } from '../words/words.ts';
import type { Checked } from './checking.ts';
import styles from './format.module.css';
import { titleOf } from './settings/schema.ts';
import { useHint, useTitle } from './settings/title.ts';
import { TextArea } from './text-area.tsx';
import type { View } from './write.tsx';
import { setSetting, targetOf } from './writing.ts';

function schemaOf({ rules }: Checked, name: string): JsonSchema | undefined {
  return read(rules?.settings, 'properties', name) as JsonSchema | undefined;
}

export function Format({ view, one }: { view: View; one: Checked }) {
  const nameOf = useTitle();
  const words = useRuleWords();
  const schema = schemaOf(one, 'format');
  const values = (schema?.['enum'] ?? []) as readonly string[];
  if (schema === undefined || values.length < 2) return null;
  const { id } = one.channel;
  const chosen = targetOf(view.state.writing, id)?.settings['format'] ?? schema['default'];
  return (
    <fieldset className={styles['format']} data-field="settings.format" tabIndex={-1}>
      <legend className="spoken">{nameOf('format', schema)}</legend>
      {values.map((value) => (
        <label key={value}>
          <input
            type="radio"
            name={`format-${id}`}
            checked={chosen === value}
            onChange={() => view.desk.write((writing) => setSetting(writing, id, 'format', value))}
          />
          {words?.format(value) ?? one.rules?.formats?.[value]?.title ?? titleOf(value, {})}
        </label>
      ))}
    </fieldset>
  );
}

export function FirstComment({ view, one }: { view: View; one: Checked }) {
  const nameOf = useTitle();
  const hintOf = useHint();
  const schema = schemaOf(one, 'first_comment');
  const { number } = useWords();
  if (schema === undefined) return null;
  const { id } = one.channel;
  const text = String(targetOf(view.state.writing, id)?.settings['first_comment'] ?? '');
  const field = 'settings.first_comment';
  const most = Number(schema['maxLength'] ?? text.length);
  const title = nameOf('first_comment', schema);
  return (
    <div className={styles['comment']}>
      <p>
        <strong>{title}</strong>
        {text !== '' && (
          <span data-over={text.length > most}>
            {number(text.length)}/{number(most)}
          </span>
        )}
      </p>
      <TextArea
        label={title}
        placeholder={hintOf(schema) ?? ''}
        value={text}
        cut={Math.min(most, text.length)}
        field={field}
        isWrong={view.findings.some((found) => found.channel.id === id && found.field === field)}
        describedBy="findings"
        platforms={[one.channel.platform]}
        onChange={(value) =>
          view.desk.write((writing) =>
            setSetting(writing, id, 'first_comment', value === '' ? undefined : value),
          )
        }
      />
    </div>
  );
}
