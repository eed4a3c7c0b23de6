/** What the faulty networks know, and how they answer whoever asks properly. */

import type { Kind } from './adapter.ts';
import { answer } from './answer.ts';

export interface Call {
  kind: Kind;
  /** Such as `POST /posts`. */
  what: string;
  /** Of the account that called. */
  username: string;
  authorization: string;
  body: { text?: string; key?: string; username?: string; refresh?: number };
}

export interface Shown {
  kind: Kind;
  username: string;
  text: string;
  key: string;
}

export interface Memory {
  /** What the public can see, oldest first. */
  shown: Shown[];
  /** Where visible calls go, in place of the networks themselves: an address, without the kind. */
  postTo: string | undefined;
  /** Whether files come to the end of their processing. */
  isReady: boolean;
  /** The token that an account has is no longer taken; a refresh brings one that is. */
  expire(username: string): void;
  /** A person signed in again: the account's tokens are as at the beginning. */
  forget(username: string): void;
}

/** `answerTo` does what it is asked to, and answers bytes. */
export function openMemory(url: () => string): Memory & { answerTo(call: Call): string } {
  const tokens = new Map<string, { access: number; refresh: number }>();
  const tokenOf = (username: string) => {
    const token = tokens.get(username) ?? { access: 0, refresh: 0 };
    tokens.set(username, token);
    return token;
  };
  /** Rotates: the refresh token that was used is void from now on. */
  const refresh = ({ username, body }: Call) => {
    const token = tokenOf(username);
    if (body.refresh !== token.refresh) return answer(400, { error: 'invalid_grant' });
    token.refresh += 1;
    token.access += 1;
    return answer(200, { username, ...token });
  };
  const proper: Record<string, (call: Call) => string> = {
    'POST /uploads': () => answer(200, { id: '1' }),
    'GET /uploads/1': () => answer(200, { state: memory.isReady ? 'ready' : 'busy' }),
    'GET /home': ({ kind }) => answer(200, { post_to: `${memory.postTo ?? url()}/${kind}` }),
    'GET /posts': (call) => answer(200, { posts: listFor(memory.shown, call) }),
    'POST /posts': (call) => answer(201, { id: show(memory.shown, call) }),
  };
  const memory = {
    shown: [] as Shown[],
    postTo: undefined as string | undefined,
    isReady: true,
    expire(username: string) {
      tokenOf(username).access += 1;
    },
    forget: (username: string) => void tokens.delete(username),
    answerTo(call: Call): string {
      if (call.what === 'POST /token') return refresh(call);
      const isTaken = call.authorization === `Bearer ${call.username}:${tokenOf(call.username).access}`;
      return isTaken ? (proper[call.what]?.(call) ?? answer(404)) : answer(401);
    },
  };
  return memory;
}

function listFor(shown: readonly Shown[], { kind, username }: Call) {
  const mine = shown.filter((post) => post.kind === kind && post.username === username);
  return mine.map(({ key }) => ({ id: key, key }));
}

function show(shown: Shown[], { kind, username, body: { text = '', key = '' } }: Call): string {
  const isKnown = kind === 'key' && shown.some((post) => post.key === key);
  if (!isKnown) shown.push({ kind, username, text, key });
  return key;
}
