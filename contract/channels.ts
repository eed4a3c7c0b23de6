/** Channels. */
import type { Static } from 'typebox';
import { MAX_CHANNELS, MAX_COUNTED } from './counting.ts';
import { NameIn } from './credentials.ts';
import { named } from './named.ts';
import { LimitValue, Platform } from './networks.ts';
import type { Route } from './route.ts';
import {
  AnyObject,
  byId,
  Count,
  closed,
  filter,
  Id,
  nullable,
  PostingTimes,
  PUBLIC,
  ReturnTo,
  Text,
  Timestamp,
  wrapped,
} from './shapes.ts';
import { Type } from './type.ts';
import { type Weekday, weekdays } from './weekdays.ts';

const byDay = Object.fromEntries(weekdays.map((day) => [day, PostingTimes])) as Record<
  Weekday,
  typeof PostingTimes
>;
const PostingTimesByDay = {
  ...nullable(closed(byDay)),
  description: 'The posting times of each day of the week. Null: all days have `posting_times`.',
};

const DisplayName = {
  description: 'The name that people here gave to the channel. Null: `name`, which the account has.',
};

const shown = {
  id: Id,
  platform: Platform,
  name: Type.String(),
  username: Type.String(),
  avatar_url: {
    ...nullable(Type.String()),
    description:
      'The address of a small copy of the account’s picture, which needs no credentials and changes with the picture. Null: there is no picture, or it is not copied yet.',
  },
  needs_reconnect: Type.Boolean({
    description: 'True: a person must sign in to the network again. Posts for this channel wait until then.',
  }),
  posting_times: {
    ...PostingTimes,
    description:
      'Times of day in the workspace’s time zone. If `posting_times_by_day` is set, the times that all days share.',
  },
  reconnect_by: {
    ...nullable(Timestamp),
    description: 'When the network will require a new sign-in. Null: it has not announced a time.',
  },
  limits: {
    ...Type.Record(Type.String(), LimitValue),
    description: 'The limits of this account or its server. They replace those of the network.',
  },
  created_at: Timestamp,
  display_name: { ...nullable(Type.String()), ...DisplayName },
  paused_at: {
    ...nullable(Timestamp),
    description: 'Since when a person has paused the channel. Posts for it wait until it is resumed.',
  },
};

/** A channel as its posts show it. */
export const TargetChannel = named('TargetChannel', closed(shown));

export type TargetChannel = Static<typeof TargetChannel>;

export const Channel = named(
  'Channel',
  closed({
    ...shown,
    posting_times_by_day: PostingTimesByDay,
    position: {
      ...nullable(Type.Integer({ minimum: 1 })),
      description: 'The place in lists. Null: listed after the channels that have a position, by id.',
    },
    last_published_at: nullable(Timestamp),
    waiting: {
      ...Count,
      description: `How many posts wait to go out on this channel, at most ${MAX_COUNTED}.`,
    },
  }),
);

export type Channel = Static<typeof Channel>;

const SettingOption = named(
  'SettingOption',
  closed({
    value: Type.Union([Type.String(), Type.Number()]),
    title: Type.String(),
    group: nullable(Type.String()),
    image_url: nullable(Type.String()),
  }),
);

const Quota = named(
  'Quota',
  closed({
    name: Type.String({ description: 'What is counted, such as “posts in 24 hours”.' }),
    used: Count,
    most: Count,
    scope: Type.Enum(['channel', 'app'] as const, {
      description:
        'Whether it is counted for this channel, or for all channels of this installation together.',
    }),
    resets_at: nullable(Timestamp),
  }),
);

const reconnected = {
  ...Id,
  description: 'The channel to connect again. Credentials of another account are refused.',
};

export const channelRoutes = {
  listChannels: {
    method: 'GET',
    path: `${PUBLIC}/channels`,
    summary: 'List channels',
    description: 'Lists the channels that you may use, without removed ones.',
    permission: 'channel.read',
    status: 200,
    output: wrapped(Type.Array(Channel, { maxItems: MAX_CHANNELS })),
    errors: [],
  },
  createChannel: {
    method: 'POST',
    path: `${PUBLIC}/channels`,
    summary: 'Connect an account with credentials, or connect it again',
    description: `For networks whose \`connected_by.form\` is not null. Answers 201 for a new channel, and 200 if the account was connected before. If the credentials give access to several accounts, a 422 lists them in \`details.accounts\`: choose one with \`account_id\`. A workspace has at most ${MAX_CHANNELS} channels.`,
    permission: 'channel.manage',
    body: closed({
      platform: Text({ minLength: 1, maxLength: 40 }),
      credentials: Type.Object({}, { additionalProperties: true, plain: true }),
      account_id: Type.Optional(Text({ minLength: 1, maxLength: 500 })),
      channel_id: Type.Optional(reconnected),
    }),
    status: 201,
    alternative: 200,
    output: wrapped(Channel),
    errors: [
      'address_unfit',
      'app_not_configured',
      'connect_refused',
      'wrong_account',
      'too_many_channels',
      'network_unreachable',
      'idempotency_in_flight',
      'idempotency_key_reused',
    ],
    idempotent: true,
  },
  beginConnect: {
    method: 'POST',
    path: `${PUBLIC}/channels/connect`,
    summary: 'Start a sign-in at a network; send the person to authorize_url',
    description:
      'For networks whose `connected_by.sign_in` is not null; send the fields that it describes, too. The network sends the person back to Belfry, which then connects the account. If the sign-in opens several accounts, Belfry connects none until you choose with `connectAccounts`. A sign-in works once, within 15 minutes.',
    permission: 'channel.manage',
    body: Type.Object(
      {
        platform: Text({ minLength: 1, maxLength: 40 }),
        channel_id: Type.Optional(reconnected),
        return_to: Type.Optional({
          ...ReturnTo,
          description: `${ReturnTo.description} It gets \`?connected=\` with the ids of the channels, or \`?error=\` with a code. Without it, Belfry shows a page of its own.`,
        }),
      },
      { additionalProperties: true, plain: true },
    ),
    status: 200,
    output: wrapped(
      closed({
        id: { ...Id, description: 'The id of this sign-in, and of its choice if it opens several accounts.' },
        authorize_url: Type.String(),
      }),
    ),
    errors: ['address_unfit', 'app_not_configured', 'connect_refused', 'network_unreachable'],
  },
  getChannel: {
    method: 'GET',
    path: `${PUBLIC}/channels/:id`,
    summary: 'Get a channel',
    description: '`needs_reconnect` is true when a person must sign in to the network again.',
    permission: 'channel.read',
    params: byId,
    status: 200,
    output: wrapped(Channel),
    errors: ['not_found'],
  },
  updateChannel: {
    method: 'PATCH',
    path: `${PUBLIC}/channels/:id`,
    summary: 'Change the name, the place and the posting times of a channel, or pause it',
    description:
      'Fields that you leave out stay as they are. Posts that are already scheduled keep their times. Setting `posting_times` ends times by day. While a channel is paused, its posts wait, and an attempt in flight ends. When it is resumed, posts that are late by fewer hours than the grace are published, and the others fail as missed.',
    permission: 'channel.manage',
    params: byId,
    body: closed({
      posting_times: Type.Optional(PostingTimes),
      posting_times_by_day: Type.Optional({
        ...PostingTimesByDay,
        description: 'Not together with `posting_times`. Null: all days have `posting_times` again.',
      }),
      display_name: Type.Optional({ ...nullable(NameIn), ...DisplayName }),
      paused: Type.Optional(Type.Boolean()),
      position: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 10_000,
          description: 'The new place in lists. The channels from there on move back by one.',
        }),
      ),
    }),
    status: 200,
    output: wrapped(Channel),
    errors: ['not_found'],
  },
  deleteChannel: {
    method: 'DELETE',
    path: `${PUBLIC}/channels/:id`,
    summary: 'Remove a channel; targets that still wait for it fail when they are due',
    description:
      'Copies on the network stay. If you connect the same account again, the same channel returns.',
    permission: 'channel.manage',
    params: byId,
    status: 204,
    output: null,
    errors: ['not_found'],
  },
  getChannelSettings: {
    method: 'GET',
    path: `${PUBLIC}/channels/:id/settings`,
    summary: 'Get the JSON Schema of the settings of this channel’s targets',
    description:
      '`title` is an English label. `x-code` is a stable name of the label, for your own translations.',
    permission: 'channel.read',
    params: byId,
    status: 200,
    output: wrapped(AnyObject),
    errors: ['not_found'],
  },
  listSettingOptions: {
    method: 'GET',
    path: `${PUBLIC}/channels/:id/settings/options`,
    summary: 'List the values that the network offers for a setting',
    description:
      'For settings whose schema has `"x-belfry": "options"`, or `"search"`: those have values only with `q`. Belfry keeps the answer for five minutes, and asks the network at most 30 times a minute for a channel.',
    permission: 'channel.read',
    params: byId,
    query: closed({
      field: Text({ minLength: 1, maxLength: 200 }),
      q: filter({ ...Text({ maxLength: 200 }), description: 'What a person typed, or a value to find.' }),
      settings: filter({
        ...Text({ maxLength: 10 * 1024 }),
        description: 'The other settings, as far as they are chosen: a JSON object.',
      }),
    }),
    status: 200,
    output: wrapped(Type.Array(SettingOption, { maxItems: 100 })),
    errors: ['not_found', 'channel_disconnected', 'network_refused', 'network_unreachable'],
  },
  getChannelQuota: {
    method: 'GET',
    path: `${PUBLIC}/channels/:id/quota`,
    summary: 'Get what is left of the numbers of posts that the network allows',
    description:
      'What the network says, and what Belfry counts itself of the formats that a network limits. Empty if there is neither. Belfry keeps the network’s answer for five minutes, and asks it at most 30 times a minute for a channel.',
    permission: 'channel.read',
    params: byId,
    status: 200,
    output: wrapped(Type.Array(Quota, { maxItems: 20 })),
    errors: ['not_found', 'channel_disconnected', 'network_refused', 'network_unreachable'],
  },
  getAvatar: {
    method: 'GET',
    path: '/avatars/:name',
    summary: 'Download the picture of a channel’s account, by its `avatar_url`',
    description: 'The address is the only credential. Its bytes never change.',
    permission: 'open',
    params: closed({ name: Text({ minLength: 1, maxLength: 200 }) }),
    status: 200,
    output: 'file',
    content: { 'image/webp': null },
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
