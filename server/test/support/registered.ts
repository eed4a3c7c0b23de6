/** Two networks of one family that require an app of the operator. Each notes the app with which it is called. */
import type { Caller, ConnectedAccount, FreshGrant, Network } from '@belfry/networks/core/network.ts';
import { allNetworks } from '@belfry/networks/index.ts';
import { sandbox } from '@belfry/networks/sandbox/index.ts';

export const FAMILY = 'bells';
const platforms = ['bell', 'chime'] as const;

/** Valid keys of the app. */
export const keysOf = (id: string) => ({ client_id: id, client_secret: `secret of ${id} 0123456789` });

export interface RegisteredNetworks {
  /** These two and those of the product. */
  networks: readonly Network[];
  /** The schema of the keys. */
  keys: object;
  /** The calls since the start, as the name of the call and the client id of the app. */
  calls: string[];
  /** Connecting by the form ends when this resolves. */
  gate: Promise<unknown>;
  /** Called when connecting by the form has begun. */
  onConnect: () => void;
}

const text = (minLength: number) => ({ type: 'string', minLength, maxLength: 200 });
const registration = {
  family: FAMILY,
  keys: {
    type: 'object',
    properties: { client_id: text(1), client_secret: text(12) },
    required: ['client_id', 'client_secret'],
    additionalProperties: false,
  },
  guide: 'Register {redirect} at the network, and only {redirect}.',
};

/** `optional`: their form needs no app. */
export function registeredNetworks(more: { optional?: true } = {}): RegisteredNetworks {
  const state: RegisteredNetworks = {
    networks: [...allNetworks, ...platforms.map((platform) => createNetwork(platform, more, () => state))],
    keys: registration.keys,
    calls: [],
    gate: Promise.resolve(),
    onConnect: () => {},
  };
  return state;
}

/** The access token of an account expires two hours after it was issued. */
function grantAt(now: Date, name: string): FreshGrant {
  return { grant: { name }, expiresAt: new Date(now.getTime() + 2 * 3_600_000) };
}

function accountAt(now: Date, name: string): ConnectedAccount {
  return { account: { id: name, name, username: name, avatarUrl: null }, ...grantAt(now, name) };
}

function createNetwork(
  platform: string,
  more: { optional?: true },
  stateOf: () => RegisteredNetworks,
): Network {
  const note = (what: string, { app }: Caller) => {
    stateOf().calls.push(`${what} with ${app?.['client_id']}`);
  };
  return {
    grant: { type: 'object' },
    rules: { ...sandbox.rules, platform, name: platform === 'bell' ? 'Bell' : 'Chime' },
    app: { ...registration, ...more },
    form: {
      credentials: sandbox.form?.credentials ?? {},
      async connect({ username }, caller) {
        note('connect', caller);
        stateOf().onConnect();
        await stateOf().gate;
        return [accountAt(caller.now(), String(username))];
      },
    },
    oauth: {
      input: { type: 'object', properties: {}, additionalProperties: false },
      async begin(_, caller) {
        note('begin', caller);
        return { authorizeUrl: `${caller.redirectUri}?state=${caller.state}&code=ada`, secret: {} };
      },
      async finish({ code = '' }, _, caller) {
        note('finish', caller);
        return [accountAt(caller.now(), code)];
      },
    },
    async refresh(session) {
      note('refresh', session);
      return grantAt(session.now(), session.account.id);
    },
    async check(session) {
      note('check', session);
      return [];
    },
    async look(session) {
      note('look', session);
      return {};
    },
    publish: async (_, session, run) => {
      note('publish', session);
      return run.commit('post', async () => ({ id: '1', url: null }));
    },
  };
}
