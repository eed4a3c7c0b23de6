/** A list of entries with fields of their own: added, filled in, ordered, removed. */
import Down from 'icon:arrow-down';
import Up from 'icon:arrow-up';
import Plus from 'icon:plus';
import Close from 'icon:x';
import type { Json } from '@belfry/networks/core/json.ts';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../look/button.tsx';
import { Notes, noted } from '../../look/field.tsx';
import { useWords } from '../../words/words.ts';
import { movedBy } from '../thread-acts.ts';
import { type FieldProps, useErrorOf } from './field-props.ts';
import styles from './rows.module.css';
import { type Rows, useRows } from './rows.ts';
import { isObject, propertiesOf, withField } from './schema.ts';
import { useHint, useTitle } from './title.ts';

export interface RowsProps extends FieldProps {
  /** Draws one field of an entry. */
  draw(field: FieldProps): ReactNode;
}

export function RowsField({ draw, ...props }: RowsProps) {
  const rows = useRows(props);
  const { context } = props;
  return (
    <RowsFrame {...props} rows={rows} hasOrder>
      {(at, value) =>
        propertiesOf(rows.items).map(([name, schema]) =>
          draw({
            ...{ name, schema, context, path: `${rows.pathOf(at)}.${name}` },
            value: isObject(value) ? value[name] : undefined,
            onChange: (next) => rows.change(at, withField(value, name, next)),
          }),
        )
      }
    </RowsFrame>
  );
}

interface FrameProps extends FieldProps {
  rows: Rows;
  /** It is the order in which readers see the entries. */
  hasOrder?: boolean;
  /** What stands above the entries. */
  above?: ReactNode;
  onEnter?: (at: number) => void;
  /** The fields of an entry. */
  children(at: number, value: Json | undefined): ReactNode;
}

export function RowsFrame(props: FrameProps) {
  const { name, path, schema, rows, above } = props;
  const words = useWords().rows;
  const nameOf = useTitle();
  const hint = useHint()(schema);
  const error = useErrorOf(props);
  const [said, setSaid] = useState('');
  const id = useId();
  return (
    <fieldset
      ref={rows.root}
      className={styles['rows']}
      data-field={path}
      tabIndex={-1}
      {...noted(id, { hint, error })}
    >
      <legend>{nameOf(name, schema)}</legend>
      <Notes id={id} hint={hint} error={error} />
      <div className={styles['body']}>
        {above}
        {rows.rows.length > 0 && (
          <ol>
            {rows.rows.map((row, at) => (
              <Row key={row.id} {...props} at={at} value={row.value} onMoved={setSaid} />
            ))}
          </ol>
        )}
      </div>
      {!rows.isFull && (
        <Button data-add onClick={() => rows.add()}>
          <Plus width={16} height={16} />
          {words.add({ name: nameOf(name, rows.items) })}
        </Button>
      )}
      <span role="status" className="spoken">
        {said}
      </span>
    </fieldset>
  );
}

interface RowProps extends FrameProps {
  at: number;
  value: Json | undefined;
  onMoved: (sentence: string) => void;
}

function Row({ at, value, onMoved, ...props }: RowProps) {
  const { name, rows, hasOrder = false, onEnter, children } = props;
  const words = useWords().rows;
  const title = useTitle()(name, rows.items);
  const path = rows.pathOf(at);
  const error = useErrorOf({ ...props, path, value });
  const id = useId();
  const of = rows.rows.length;
  const move = (to: number) => {
    if (!hasOrder || to < 0 || to >= of) return;
    rows.move(at, to);
    onMoved(words.moved({ name: title, at: at + 1, to: to + 1, of }));
  };
  return (
    <li>
      <fieldset
        className={styles['row']}
        aria-labelledby={id}
        data-row
        data-field={path}
        tabIndex={-1}
        {...noted(id, { error })}
        onFocus={() => onEnter?.(at)}
        onKeyDown={(event) => {
          const to = movedBy(event, at);
          if (to !== undefined) move(to);
        }}
      >
        <div className={styles['head']}>
          <span id={id}>{words.row({ name: title, at: at + 1, of })}</span>
          <Acts {...{ at, of, rows, hasOrder, move, title }} />
        </div>
        <Notes id={id} error={error} />
        <div className={styles['cells']}>{children(at, value)}</div>
      </fieldset>
    </li>
  );
}

interface ActsProps extends Required<Pick<FrameProps, 'rows' | 'hasOrder'>> {
  at: number;
  of: number;
  title: string;
  move: (to: number) => void;
}

function Acts({ rows, at, of, title, hasOrder, move }: ActsProps) {
  const words = useWords().rows;
  const entry = { name: title, at: at + 1 };
  const acts = [
    ...(hasOrder && at > 0 ? [{ key: 'up', Icon: Up, run: () => move(at - 1) } as const] : []),
    ...(hasOrder && at + 1 < of ? [{ key: 'down', Icon: Down, run: () => move(at + 1) } as const] : []),
    { key: 'remove', Icon: Close, run: () => rows.remove(at) } as const,
  ];
  return acts.map(({ key, Icon, run }) => {
    const name = words[key](entry);
    return (
      <Button key={key} look="quiet" square aria-label={name} title={name} onClick={run}>
        <Icon width={16} height={16} />
      </Button>
    );
  });
}
