/** People in the files of a post: their names, and where each of them is in a picture. */
import type { Json } from '@belfry/networks/core/json.ts';
import { useState } from 'react';
import { Field as Labelled } from '../../look/field.tsx';
import { useWords } from '../../words/words.ts';
import { movedTo } from '../people.ts';
import { type FieldProps, useErrorOf } from './field-props.ts';
import styles from './people.module.css';
import { PeoplePicture } from './people-picture.tsx';
import { RowsFrame, type RowsProps } from './rows-field.tsx';
import { isObject, propertiesOf, withField } from './schema.ts';
import { useTitle } from './title.ts';
import { type People, usePeople } from './use-people.ts';

export function PeopleField({ draw, ...props }: RowsProps) {
  const people = usePeople(props);
  const words = useWords().rows;
  const { rows, files, shown, list, show } = people;
  const needsPicture = files.length === 0 && <small>{words.needsPicture()}</small>;
  return (
    <RowsFrame
      {...props}
      rows={rows}
      above={shown === undefined ? needsPicture : <PeoplePicture people={people} shown={shown} />}
      onEnter={(index) => show(list[index]?.at)}
    >
      {(index, value) => <PersonFields {...{ ...props, people, index, value, draw }} />}
    </RowsFrame>
  );
}

interface PersonProps extends RowsProps {
  people: People;
  index: number;
}

function PersonFields({ people, index, value, context, draw }: PersonProps) {
  const { rows, files } = people;
  const person = people.list[index];
  const schemas = new Map(propertiesOf(rows.items));
  const own = (name: string): FieldProps => ({
    ...{ name, context, path: `${rows.pathOf(index)}.${name}`, schema: schemas.get(name) ?? {} },
    value: isObject(value) ? value[name] : undefined,
    onChange: (next) => people.change(index, withField(value, name, next)),
  });
  if (person === undefined) return null;
  const { at, place } = person;
  const isPlaced = place !== undefined && files[at]?.picture !== undefined;
  return (
    <>
      <div className={styles['wide']}>{draw(own('username'))}</div>
      {(files.length > 1 || at > 0) && (
        <div className={styles['wide']}>
          <FileSelect {...own('media')} files={files} at={at} onChoose={(to) => people.setFile(index, to)} />
        </div>
      )}
      {isPlaced && <Percent {...own('x')} value={place.x} />}
      {isPlaced && <Percent {...own('y')} value={place.y} />}
    </>
  );
}

interface FileProps extends FieldProps, Pick<People, 'files'> {
  at: number;
  onChoose: (at: number) => void;
}

function FileSelect({ files, at, onChoose, ...props }: FileProps) {
  const words = useWords().rows;
  const nameOf = useTitle();
  const { name, path, schema } = props;
  return (
    <Labelled label={nameOf(name, schema)} error={useErrorOf(props)}>
      {(field) => (
        <select
          {...field}
          data-field={path}
          value={at}
          onChange={({ target }) => onChoose(Number(target.value))}
        >
          {files.map((file, index) => (
            <option key={file.id} value={index}>
              {words.file({ at: index + 1, name: file.name })}
            </option>
          ))}
          {at >= files.length && <option value={at}>{at + 1}</option>}
        </select>
      )}
    </Labelled>
  );
}

/** A part of the picture’s side. What is typed stands until the field is left. */
function Percent(props: FieldProps & { value: Json }) {
  const words = useWords().rows;
  const nameOf = useTitle();
  const [typed, type] = useState<string>();
  const { name, path, schema, value, onChange } = props;
  const change = (text: string) => {
    type(text);
    if (text !== '') onChange(movedTo(Number(text) / 100, 0).x);
  };
  return (
    <Labelled label={words.percent({ name: nameOf(name, schema) })} error={useErrorOf(props)}>
      {(field) => (
        <input
          {...field}
          data-field={path}
          type="number"
          min={0}
          max={100}
          value={typed ?? Math.round(Number(value) * 1000) / 10}
          onChange={({ target }) => change(target.value)}
          onBlur={() => type(undefined)}
        />
      )}
    </Labelled>
  );
}
