/** The sandbox network: connected by the API, and read at its own pages. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Channel } from '@belfry/contract/channels.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';

export interface SandboxPost {
  id: string;
  text: string;
  media: unknown[];
  created_at: string;
  url: string;
}

/** Connects an account by the form of a network, also of one that only tests have. */
export async function connectByForm(
  client: Client,
  platform: string,
  credentials: Record<string, unknown>,
): Promise<Channel> {
  const body = { platform: platform as Channel['platform'], credentials };
  return (await client.call('createChannel', { body })).data;
}

/** Connects an account; by default one that no other test uses. */
export function connectSandbox(client: Client, username = `u${randomBytes(6).toString('hex')}`) {
  return connectByForm(client, 'sandbox', { username });
}

/** The posts on the account's public page, newest first. */
export async function readTimeline(
  { origin }: Pick<TestApp, 'origin'>,
  { username }: Pick<Channel, 'username'>,
): Promise<SandboxPost[]> {
  const response = await fetch(`${origin}/sandbox/@${username}`, { headers: { accept: 'application/json' } });
  assert.equal(response.status, 200);
  return ((await response.json()) as { data: SandboxPost[] }).data;
}
