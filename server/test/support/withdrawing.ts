/** A family of networks whose messages say that a person ended a sign-in. The messages are signed as Meta signs them. */
import type { Channel } from '@belfry/contract/channels.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import { app as registration } from '@belfry/networks/families/meta/app.ts';
import { signRequest } from '@belfry/networks/families/meta/fake-withdrawal.ts';
import { namePeople } from '@belfry/networks/families/meta/withdrawal.ts';
import { allNetworks } from '@belfry/networks/index.ts';
import { sandbox } from '@belfry/networks/sandbox/index.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';
import { connectByForm } from './sandbox.ts';

export const FAMILY = 'towers';
const platforms = ['bell', 'chime'] as const;

const ids = { one: '100', two: '200', env: '300' } as const;
type AppName = keyof typeof ids;

export const keysOf = (name: AppName) => ({
  instagram_app_id: ids[name],
  instagram_app_secret: `secret of ${name} 0123456789`,
});

export const withdrawingNetworks: readonly Network[] = [
  ...allNetworks,
  ...platforms.map(
    (platform): Network => ({
      grant: { type: 'object' },
      rules: { ...sandbox.rules, platform, name: platform === 'bell' ? 'Bell' : 'Chime' },
      app: { ...registration, family: FAMILY },
      form: {
        credentials: { type: 'object' },
        async connect({ account, person, login }, { app }) {
          const id = String(account);
          const people = namePeople(String(app?.['instagram_app_id']), String(person));
          const shown = { id, name: id, username: id, avatarUrl: null };
          return [{ account: shown, people, ...(login && { login: String(login) }), grant: { id } }];
        },
      },
      publish: (_, { account }, run) =>
        run.commit('post', async () => ({ id: `post of ${account.id}`, url: null })),
    }),
  ),
];

interface Connecting {
  /** Default: the account. */
  person?: string;
  login?: string;
  platform?: (typeof platforms)[number];
}

/** Connects an account of a person. */
export function connectAs(
  client: Client,
  account: string,
  { person = account, platform = 'bell', ...more }: Connecting = {},
): Promise<Channel> {
  return connectByForm(client, platform, { account, person, ...more });
}

export interface Message {
  person: string;
  /** Seconds since 1970. Default: now. */
  issued_at?: number;
  /** The app that signs. */
  app?: AppName;
  kind?: 'deauthorize' | 'delete';
  family?: string;
}

/** Posts a message of the network. */
export function tell(service: TestApp, { kind = 'deauthorize', family = FAMILY, ...message }: Message) {
  const form = new URLSearchParams({ signed_request: sign(service, message) });
  return fetch(`${service.origin}/network-apps/${family}/${kind}`, { method: 'POST', body: form });
}

export function sign({ clock }: TestApp, { person, app = 'one', issued_at }: Message): string {
  const now = Math.floor(clock.now().getTime() / 1000);
  const payload = { user_id: person, algorithm: 'HMAC-SHA256', issued_at: issued_at ?? now };
  return signRequest(payload, keysOf(app).instagram_app_secret);
}
