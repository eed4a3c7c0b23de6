import { Suspense, useState } from 'react';
import { part } from '../../data/part.ts';
import { Button } from '../../look/button.tsx';
import { useWords } from '../../words/words.ts';
import { thumbnailOf } from '../library.tsx';
import { type FieldProps, useErrorOf } from './field-props.ts';
import styles from './settings.module.css';
import { useHint, useTitle } from './title.ts';

const Library = part(() => import('../library.tsx'));

/** A file of the library, such as the cover of a video. */
export function ImageField(props: FieldProps) {
  const nameOf = useTitle();
  const hintOf = useHint();
  const { composer } = useWords();
  const { name, path, schema, value, context, onChange } = props;
  const { desk, state } = context.view;
  const [isOpen, setOpen] = useState(false);
  const error = useErrorOf(props);
  const hint = hintOf(schema);
  const file = state.files.get(Number(value));
  return (
    <fieldset className={styles['image']} data-field={path} tabIndex={-1}>
      <legend>{nameOf(name, schema)}</legend>
      {file !== undefined && <img src={thumbnailOf(file, 160)} alt={file.alt_text ?? file.name} />}
      <Button onClick={() => setOpen(true)}>{composer.settings.chooseImage()}</Button>
      {value !== undefined && (
        <Button look="quiet" onClick={() => onChange(undefined)}>
          {composer.settings.remove()}
        </Button>
      )}
      {hint !== undefined && <small>{hint}</small>}
      {error !== undefined && <small role="alert">{error}</small>}
      {isOpen && (
        <Suspense fallback={null}>
          <Library
            most={1}
            kind="image"
            onClose={() => setOpen(false)}
            onChoose={(files) => {
              desk.set({
                files: new Map([...desk.get().files, ...files.map((one) => [one.id, one] as const)]),
              });
              onChange(files[0]?.id);
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </fieldset>
  );
}
