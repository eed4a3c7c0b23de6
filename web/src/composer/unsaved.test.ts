import type { Post } from '@belfry/contract/posts.ts';
import { describe, expect, test } from 'vitest';
import { createDesk, type Desk } from './desk.ts';
import {
  continueKept,
  continues,
  followOther,
  isDue,
  isUnsaved,
  type KeptWriting,
  keptOf,
  noteSent,
} from './unsaved.ts';
import { blank, type Writing } from './writing.ts';

/** The same numbers for the same seed. */
function numbers(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    below: (limit: number) => Math.floor(next() * limit),
    pick: <T>(all: readonly T[]): T | undefined => all[Math.floor(next() * all.length)],
  };
}

/** One draft at a service, in a browser whose tabs open, close and save in any order. */
class World {
  readonly #random;
  /** Which text each text continues. */
  readonly #parents = new Map<string, string>();
  #version = 1;
  #text: Writing = { ...blank, content: 'first' };
  readonly #kept = new Map<number, KeptWriting>();
  readonly #tabs = new Map<number, { desk: Desk; request: object | undefined }>();
  /** Requests and answers under way. They arrive even when their tab has closed, or never. */
  readonly #underway: (() => void)[] = [];
  #count = 0;
  conflicts = 0;

  constructor(seed: number) {
    this.#random = numbers(seed);
  }

  step(): void {
    const name = this.#random.pick([...this.#tabs.keys()]);
    const act = this.#random.below(12);
    if (name === undefined || (act === 0 && this.#tabs.size < 3)) this.#open();
    else if (act === 1) this.#tabs.delete(name);
    else if (act === 2) this.#writeElsewhere();
    else if (act < 7) this.#type(name);
    else if (act < 10) this.#send(name);
    else this.#arrive();
  }

  /** All tabs close. One tab after the other takes up what was left. */
  readAll(): Set<string> {
    this.#tabs.clear();
    const texts = [this.#text.content];
    while (this.#kept.size > 0) {
      const { desk, name } = this.#open();
      texts.push(desk.get().writing.content);
      this.#kept.delete(name);
      this.#tabs.clear();
    }
    return new Set(texts.flatMap((text) => this.#ancestry(text)));
  }

  /** The last text of each tab. */
  readonly typed = new Map<number, string>();

  #open() {
    this.#count += 1;
    const name = this.#count;
    const left = [...this.#kept.keys()].filter((other) => !this.#tabs.has(other)).at(-1);
    const kept = left === undefined ? undefined : this.#kept.get(left);
    if (left !== undefined) this.#kept.delete(left);
    const saved = this.#text;
    const etag = `${this.#version}`;
    const place = { person: '1', workspace: 1, tab: `${name}` };
    const start = { post: { id: 1 } as Post, saved, writing: saved, etag };
    const desk = createDesk(place, { ...start, ...continueKept(start, kept) });
    this.#tabs.set(name, { desk, request: undefined });
    if (desk.get().etag !== etag) this.#meet(desk);
    this.#keep(name);
    return { desk, name };
  }

  #type(name: number): void {
    const desk = this.#tabs.get(name)?.desk;
    if (desk === undefined) return;
    desk.set({ writing: this.#grow(desk.get().writing) });
    this.typed.set(name, desk.get().writing.content);
    this.#keep(name);
  }

  #grow(writing: Writing): Writing {
    const content = `${this.#parents.size}`;
    this.#parents.set(content, writing.content);
    return { ...writing, content };
  }

  #send(name: number): void {
    const tab = this.#tabs.get(name);
    if (tab === undefined || tab.request !== undefined || !isDue(tab.desk.get())) return;
    const { desk } = tab;
    desk.set(noteSent(desk.get()));
    this.#keep(name);
    const { writing, etag } = desk.get();
    const request = {};
    tab.request = request;
    this.#underway.push(() => {
      const isTaken = etag === `${this.#version}`;
      if (isTaken) this.#write(writing);
      const now = `${this.#version}`;
      this.#underway.push(() => {
        if (this.#tabs.get(name)?.request !== request) return;
        tab.request = undefined;
        if (isTaken) desk.set({ etag: now, saved: writing, earlier: [] });
        else this.#meet(desk);
        this.#keep(name);
      });
    });
  }

  #arrive(): void {
    const [one] = this.#underway.splice(this.#random.below(this.#underway.length), 1);
    if (this.#random.below(4) > 0) one?.();
    else for (const tab of this.#tabs.values()) tab.request = undefined;
  }

  #meet(desk: Desk): void {
    const post = { id: 1 } as Post;
    const other = { post, etag: `${this.#version}`, theirs: this.#text, by: null, at: '' };
    const mine = desk.get().writing.content;
    if (continues(desk.get(), other)) desk.set(followOther(desk.get(), other));
    else if (desk.get().conflict === undefined) {
      this.conflicts += 1;
      desk.set({ conflict: other });
      // What the text continues was on its own screen: nobody is asked about that.
      expect(this.#ancestry(mine)).not.toContain(this.#text.content);
    }
  }

  #keep(name: number): void {
    const tab = this.#tabs.get(name);
    const kept = tab && keptOf(tab.desk.get(), tab.desk.key);
    this.#kept.delete(name);
    if (kept !== undefined) this.#kept.set(name, kept);
  }

  #write(writing: Writing): void {
    // Nobody has chosen between two texts, so the new one continues the old one.
    expect(this.#ancestry(writing.content)).toContain(this.#text.content);
    this.#version += 1;
    this.#text = writing;
  }

  /** Another person, who saw the present text. */
  #writeElsewhere(): void {
    if (this.#random.below(6) === 0) this.#write(this.#grow(this.#text));
  }

  #ancestry(text: string): string[] {
    const parent = this.#parents.get(text);
    return [text, ...(parent === undefined ? [] : this.#ancestry(parent))];
  }
}

test('a new post begins with anything but what it took from another one', () => {
  const model: Writing = { ...blank, content: 'Every year' };
  const isBegun = (writing: Writing, saved = blank) =>
    isUnsaved(createDesk({ person: '1', workspace: 1, tab: 'a' }, { writing, saved }).get());
  expect([blank, model, { ...blank, mediaIds: [-1] }].map((writing) => isBegun(writing))).toEqual([
    false,
    true,
    true,
  ]);
  expect([model, { ...model, content: 'Every month' }, blank].map((one) => isBegun(one, model))).toEqual([
    false,
    true,
    false,
  ]);
});

describe('a draft in several tabs', () => {
  test('loses no text and overwrites none without a question, whatever closes or fails', () => {
    let conflicts = 0;
    for (let seed = 1; seed <= 2000; seed += 1) {
      const world = new World(seed);
      for (let steps = 0; steps < 60; steps += 1) world.step();
      conflicts += world.conflicts;
      const read = world.readAll();
      for (const text of world.typed.values()) expect(read, `seed ${seed}`).toContain(text);
    }
    expect(conflicts).toBeGreaterThan(100);
  });
});

test('a post that was sent for the next free slot has the time of the service, and is nobody else’s', () => {
  const sent: Writing = { ...blank, content: 'Bells', when: { as: 'slot' } };
  const theirs: Writing = { ...sent, when: { as: 'at', at: '2031-12-12T09:00:00Z' } };
  const other = { post: { id: 1 } as Post, etag: '2', theirs, by: null, at: '' };
  const desk = createDesk({ person: '1', workspace: 1, tab: 'a' }, { writing: sent });
  expect(continues(desk.get(), other)).toBe(false);
  desk.set(noteSent(desk.get()));
  expect(continues(desk.get(), other)).toBe(true);
  expect(continues(desk.get(), { ...other, theirs: { ...theirs, content: 'Chimes' } })).toBe(false);
});
