import { useState } from 'react';
import { Field as Labelled } from '../../look/field.tsx';
import { useWords } from '../../words/words.ts';
import { type FieldProps, useErrorOf } from './field.tsx';
import { titleOf } from './schema.ts';

/** A kind of setting that the renderer does not know: its name and its value as it is stored. */
export function JsonField(props: FieldProps) {
  const { composer } = useWords();
  const { name, path, schema, value, onChange } = props;
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2));
  const [isWrong, setWrong] = useState(false);
  const title = titleOf(name, schema);
  const error = useErrorOf(props);
  const change = (next: string) => {
    setText(next);
    try {
      onChange(next.trim() === '' ? undefined : JSON.parse(next));
      setWrong(false);
    } catch {
      setWrong(true);
    }
  };
  return (
    <Labelled
      label={`${title} (${composer.settings.json()})`}
      hint={composer.settings.unknown({ name: title })}
      error={isWrong ? composer.settings.jsonWrong() : error}
    >
      {(field) => (
        <textarea
          {...field}
          data-field={path}
          rows={3}
          spellCheck={false}
          value={text}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </Labelled>
  );
}
