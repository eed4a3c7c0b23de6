import type { Channel } from '../channels.ts';
import type { Examples } from './example.ts';
import { at, CREATED } from './example.ts';

export const tower: Channel = {
  id: 4,
  platform: 'sandbox',
  name: 'Tower',
  username: 'tower',
  avatar_url: null,
  needs_reconnect: false,
  posting_times: ['09:00', '12:00', '17:00'],
  reconnect_by: null,
  limits: {},
  created_at: CREATED,
};

const params = { id: tower.id };
const text = (title: string) => ({
  type: 'object',
  properties: { username: { type: 'string', title } },
  required: ['username'],
});
/** `instance` is a field of this network's sign-in. */
const atMastodon = { platform: 'mastodon', instance: 'mastodon.example' };
const connecting = { form: text('Username'), sign_in: null };

export const channelExamples = {
  listChannels: { answer: { data: [tower] } },
  createChannel: {
    body: { platform: 'sandbox', credentials: { username: 'tower' } },
    answer: { data: tower },
  },
  beginConnect: {
    body: atMastodon,
    answer: { data: { authorize_url: 'https://mastodon.example/oauth/authorize?state=x7f2' } },
  },
  getChannel: { params, answer: { data: tower } },
  updateChannel: {
    params,
    body: { posting_times: ['08:00', '18:30'] },
    answer: { data: { ...tower, posting_times: ['08:00', '18:30'] } },
  },
  deleteChannel: { params },
  getChannelSettings: { params, answer: { data: text('Language') } },
  getNextSlot: {
    query: { 'channel_ids[]': [tower.id] },
    answer: { data: { scheduled_at: at('09:00:00') } },
  },
  listNetworks: {
    answer: {
      data: [
        {
          platform: 'sandbox',
          name: 'Sandbox',
          limits: {
            'text.max': {
              value: 500,
              unit: 'graphemes',
              source: 'networks/sandbox/README.md',
              checked: '2026-11-21',
              confirmed: true,
            },
          },
          settings: text('Behaviour'),
          connected_by: connecting,
          joined_by: connecting,
        },
      ],
    },
  },
} satisfies Partial<Examples>;
