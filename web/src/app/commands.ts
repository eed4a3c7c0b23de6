/**
 * Everything that a key or the palette can do: one table for the keys, the palette and the list of keys. A screen adds
 * its commands as long as it is shown.
 */
import type { commands as words } from '@belfry/messages/screens/en/commands.ts';
import { useEffect, useRef } from 'react';

export type CommandId = keyof typeof words.names;
export type Scope = keyof typeof words.scopes;

/** `mod` is ⌘ there, and Control elsewhere. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

export interface Command {
  id: CommandId;
  /** Ways to press it, such as `n`, `g c` (one after the other) or `mod+k` (⌘, or Control). The first is shown. */
  keys?: readonly string[];
  /** Absent: the screen hears its keys itself. `at`: what had the focus. */
  run?: (at: Element | null) => void;
  /** Whether it can act on what has the focus. Default: it always can. */
  fits?: (at: Element | null) => boolean;
}

export interface Entry extends Command {
  scope: Scope;
}

/** The latest to be shown is the last. */
const shown: { scope: Scope; of: () => readonly Command[] }[] = [];

/** Adds commands as long as the component is shown. They win over those that were there before. */
export function useCommands(scope: Scope, commands: readonly Command[]): void {
  const current = useRef(commands);
  useEffect(() => {
    current.current = commands;
  });
  useEffect(() => {
    const entry = { scope, of: () => current.current };
    shown.push(entry);
    return () => void shown.splice(shown.indexOf(entry), 1);
  }, [scope]);
}

/** Those of the latest screen first, those of every screen last. */
export function listCommands(): Entry[] {
  const isLast = ({ scope }: { scope: Scope }) => Number(scope === 'everywhere');
  return shown
    .toReversed()
    .sort((one, other) => isLast(one) - isLast(other))
    .flatMap(({ scope, of }) => of().map((command) => ({ ...command, scope })));
}

export function isPossible({ run, fits }: Command, at: Element | null): boolean {
  return run !== undefined && (fits === undefined || fits(at));
}
