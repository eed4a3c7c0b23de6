/** Every kind of event in the log, its data, and the webhooks that get it. */
import type { Static, TObject, TProperties } from 'typebox';
import { contentEvents } from './content-events.ts';
import { closed } from './shapes.ts';
import { targetEvents } from './target-events.ts';
import { Type } from './type.ts';
import { workspaceEvents } from './workspace-events.ts';

export interface EventDescription {
  /**
   * Which webhooks get it. `name`: only webhooks that name this kind, because it is about people and their rights.
   * `noun`: also webhooks for its noun, such as `target.*`. `all`: also webhooks for `*`.
   */
  for: 'all' | 'noun' | 'name';
  description: string;
  /** The fields of `data` besides the ids. */
  data: TProperties;
  /** The kind's former name. Older events in the log keep it, because events are never rewritten. */
  formerly?: string;
}

/** True when the service has cut texts, so that the data fits into an event. */
const shortened = { shortened: Type.Optional(Type.Boolean()) };

const kinds = { ...contentEvents, ...targetEvents, ...workspaceEvents };

export type EventKind = keyof typeof kinds;

/** The data of each kind. */
export type EventData = {
  [Kind in EventKind]: Fixed<
    Static<TObject<(typeof kinds)[Kind]['data']>> & Static<TObject<typeof shortened>>
  >;
};

/** The schema of a kind's data. */
export function schemaOfData({ data }: EventDescription) {
  return closed({ ...data, ...shortened });
}

/** Read-only at every level. */
type Fixed<Value> = Value extends readonly (infer Item)[]
  ? readonly Fixed<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Fixed<Value[Name]> }
    : Value;

export const eventKinds: Readonly<Record<EventKind, EventDescription>> = kinds;

const names = Object.keys(kinds) as EventKind[];

/** A log may contain other kinds, written by a later release before the operator went back to this one. */
export function isEventKind(kind: string): kind is EventKind {
  return Object.hasOwn(kinds, kind);
}

const kindsFor = (...audiences: EventDescription['for'][]) =>
  names.filter((kind) => audiences.includes(eventKinds[kind].for));

/** Pairs of a kind's present and former name. A webhook or a filter that has one of them gets both. */
export const renamedKinds: readonly (readonly [string, string])[] = names.flatMap((kind) => {
  const former = eventKinds[kind].formerly;
  return former === undefined ? [] : [[kind, former] as const];
});

/** All names of one kind, the given one among them. */
export function namesOfKind(kind: string): readonly string[] {
  return renamedKinds.find((names) => names.includes(kind)) ?? [kind];
}

/** The kinds that `*` stands for. */
export const kindsForAll: readonly string[] = kindsFor('all');
/** The kinds that a noun with a star, such as `target.*`, can stand for. */
export const kindsByNoun: readonly string[] = kindsFor('all', 'noun');

/** Every value that a webhook's `kinds` may contain. */
export const webhookKinds: readonly string[] = [
  '*',
  ...new Set(kindsByNoun.map((kind) => `${kind.split('.', 1)[0]}.*`)),
  ...names,
];
