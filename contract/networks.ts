/** Networks. */
import { platforms } from '@belfry/networks/rules.ts';
import { known, named } from './named.ts';
import type { Route } from './route.ts';
import { AnyObject, closed, nullable, PUBLIC, wrapped } from './shapes.ts';
import { Type } from './type.ts';

/** The identifier of a network. */
export const Platform = named(
  'Platform',
  known(platforms, { description: 'The identifier of a network. A later release may have more networks.' }),
);

/** The value of a limit. */
export const LimitValue = Type.Union([
  Type.Number(),
  Type.Boolean(),
  Type.Array(Type.Union([Type.String(), Type.Number()])),
]);

const source = {
  source: Type.String({
    description:
      'The address or document in which the limit was read. `NETWORK_LIMITS`: the operator of this installation has set it.',
  }),
  checked: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$', description: 'The day on which it was read.' }),
  confirmed: Type.Boolean({ description: 'Whether an official page confirms it.' }),
};

const NetworkLimit = named(
  'NetworkLimit',
  closed({
    value: LimitValue,
    unit: Type.Optional(Type.String()),
    ...source,
  }),
);

const Limits = Type.Record(Type.String(), NetworkLimit);

const Rate = named(
  'Rate',
  closed({
    scope: Type.Enum(['channel', 'app'], {
      description: '`app`: all channels that were connected with the same app of the operator share it.',
    }),
    format: Type.Optional(
      Type.String({ description: 'Only posts in this one of the `formats` count. Absent: all posts.' }),
    ),
    most: Type.Integer({ minimum: 1 }),
    seconds: Type.Number(),
    ...source,
  }),
);

const Connecting = named(
  'Connecting',
  closed({
    form: nullable({ ...AnyObject, description: 'JSON Schema of `credentials` in `createChannel`.' }),
    sign_in: nullable({ ...AnyObject, description: 'JSON Schema of the further fields of `beginConnect`.' }),
  }),
);

export const Network = named(
  'Network',
  closed({
    platform: Platform,
    name: Type.String(),
    limits: Limits,
    formats: {
      ...Type.Record(Type.String(), closed({ title: Type.String(), limits: Limits })),
      description:
        'By the value of the setting `format`. The limits of a format replace those of the network.',
    },
    transcodes_videos: Type.Boolean({
      description:
        'Whether this server converts videos that the network accepts neither as they are nor as a copy, such as WebM, to MP4 with H.264 and AAC. A client that checks posts by the same rules sets `transcodes` of its rules to this value.',
    }),
    rates: Type.Array(Rate, { description: 'How many posts the network allows within a time.' }),
    settings: { ...AnyObject, description: 'JSON Schema of the `settings` of a target.' },
    app: nullable(
      closed({
        family: Type.String({ description: 'The networks that share this app, such as `meta`.' }),
        is_configured: Type.Boolean({
          description:
            'Accounts can be connected only while the operator has set the app’s keys, unless these are optional.',
        }),
        is_optional: Type.Boolean({
          description: 'Accounts can be connected by the form without the keys. Only the sign-in needs them.',
        }),
      }),
    ),
    connected_by: Connecting,
    joined_by: {
      ...Connecting,
      description: 'The former name of connected_by. The next release removes it.',
    },
  }),
);

export const networkRoutes = {
  listNetworks: {
    method: 'GET',
    path: `${PUBLIC}/networks`,
    summary: 'List the networks with their limits, their settings and how to connect accounts',
    description:
      '`limits` are the defaults of each network. The `limits` of a format replace them, and a channel’s own `limits` replace both. `connected_by` has a JSON Schema for each way to connect an account. Null: the network does not support this way. `app` is null for networks that have no app of the operator.',
    permission: 'channel.read',
    status: 200,
    output: wrapped(Type.Array(Network)),
    errors: [],
  },
} as const satisfies Record<string, Route>;
