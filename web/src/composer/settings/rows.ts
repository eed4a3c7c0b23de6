/** The entries of a list while a person fills them in. */
import type { Json, JsonSchema } from '@belfry/networks/core/json.ts';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isSameJson } from '../writing.ts';
import type { FieldProps } from './field-props.ts';

export interface Row {
  id: number;
  /** Undefined: nothing is entered yet. Such a row is shown here alone: readers would see nothing of it. */
  value: Json | undefined;
}

export type Rows = ReturnType<typeof useRows>;

export function useRows({ path, schema, value, onChange }: FieldProps) {
  const root = useRef<HTMLFieldSetElement>(null);
  const [kept, keep] = useState<readonly Row[]>([]);
  const saved = Array.isArray(value) ? value : [];
  // Somebody else may have changed the list meanwhile.
  const rows = isSameJson(valuesOf(kept), saved) ? kept : saved.map((one, id) => ({ id, value: one }));
  const write = (next: readonly Row[]) => {
    keep(next);
    const values = valuesOf(next);
    onChange(values.length === 0 ? undefined : values);
  };
  const groups = () => root.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
  const enter = (at: number) => groups()[at]?.querySelector<HTMLElement>('input, textarea, select')?.focus();
  return {
    root,
    rows,
    items: (schema['items'] ?? {}) as JsonSchema,
    isFull: rows.length >= Number(schema['maxItems'] ?? Number.POSITIVE_INFINITY),
    /** In the target, as the service knows it. */
    pathOf(at: number): string {
      const isFilled = rows[at]?.value !== undefined;
      return `${path}.${isFilled ? valuesOf(rows.slice(0, at)).length : 'new'}`;
    },
    change(at: number, next: Json | undefined): void {
      write(rows.map((row, index) => (index === at ? { ...row, value: next } : row)));
    },
    /** The focus goes to its first field. */
    add(first?: Json): void {
      const id = Math.max(-1, ...rows.map((row) => row.id)) + 1;
      flushSync(() => write([...rows, { id, value: first }]));
      enter(rows.length);
    },
    enter,
    /** The focus goes to the entry in its place, else to the last one, else to what adds one. */
    remove(at: number): void {
      flushSync(() => write(rows.toSpliced(at, 1)));
      const group = groups()[Math.min(at, rows.length - 2)];
      (group ?? root.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
    },
    /** The focus stays where it is, unless that was a button that the entry has no more. */
    move(from: number, to: number): void {
      const active = document.activeElement;
      const moved = rows.slice(from, from + 1);
      flushSync(() => write(rows.toSpliced(from, 1).toSpliced(to, 0, ...moved)));
      if (active instanceof HTMLElement && active.isConnected) active.focus();
      else groups()[to]?.focus();
    },
  };
}

function valuesOf(rows: readonly Row[]): Json[] {
  return rows.flatMap(({ value }) => (value === undefined ? [] : [value]));
}
