/** What a person does with the people in the files of a post. */
import type { JsonObject } from '@belfry/networks/core/json.ts';
import { useState } from 'react';
import { type Place, readPerson, withFile } from '../people.ts';
import { mediaOf } from '../writing.ts';
import type { FieldProps } from './field-props.ts';
import { useRows } from './rows.ts';
import { isObject } from './schema.ts';

/** For somebody who is not placed yet. */
const middle: Place = { x: 0.5, y: 0.5 };

export type People = ReturnType<typeof usePeople>;

export function usePeople(props: FieldProps) {
  const rows = useRows(props);
  const files = filesOf(props);
  const [chosen, show] = useState<number>();
  const pictures = files.flatMap(({ picture }, at) => (picture === undefined ? [] : [{ at, picture }]));
  const shown = pictures.find(({ at }) => at === chosen) ?? pictures[0];
  const begunAt = chosen ?? shown?.at ?? 0;
  const list = rows.rows.map(({ value }) =>
    value === undefined ? { ...readPerson(value), at: begunAt } : readPerson(value),
  );
  const personAt = (index: number): JsonObject => {
    const value = rows.rows[index]?.value;
    return isObject(value) ? value : {};
  };
  const write = (index: number, value: JsonObject, at: number) => {
    const isInPicture = files[at]?.picture !== undefined;
    rows.change(index, withFile(isInPicture ? { ...middle, ...value } : value, at));
  };
  return {
    rows,
    files,
    pictures,
    /** The picture in front. Undefined: the post has none. */
    shown,
    show,
    list,
    /** Somebody whose name is typed is in the middle of the picture until they are placed. */
    change(index: number, next: JsonObject | undefined): void {
      if (next === undefined) rows.change(index, next);
      else write(index, next, list[index]?.at ?? 0);
    },
    setFile(index: number, at: number): void {
      show(at);
      if (rows.rows[index]?.value !== undefined) write(index, personAt(index), at);
    },
    move(index: number, place: Place): void {
      rows.change(index, { ...personAt(index), ...place });
    },
    /** Places who is not placed yet, else somebody new. The focus goes to the name. */
    place(place: Place): void {
      const at = shown?.at ?? 0;
      const open = list.findIndex((one) => one.at === at && one.place === undefined);
      if (open >= 0) {
        write(open, { ...personAt(open), ...place }, at);
        rows.enter(open);
      } else if (!rows.isFull) rows.add(withFile({ ...place }, at));
    },
  };
}

function filesOf({ context: { view, channelId } }: FieldProps) {
  const { writing, files, uploads } = view.state;
  return mediaOf(writing, channelId).map((id) => {
    const file = files.get(id);
    const name = file?.name ?? uploads.get(id)?.name ?? '';
    return { id, name, picture: file?.kind === 'image' ? file : undefined };
  });
}
