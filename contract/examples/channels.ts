import { exampleNetworks } from '@belfry/networks/examples.ts';
import type { AccountChoice } from '../account-choices.ts';
import type { Channel, TargetChannel } from '../channels.ts';
import { at, CREATED, type Examples } from './example.ts';

const { byForm, bySignIn } = exampleNetworks;
/** The rules of the channel's network. */
export const { rules } = byForm;

const avatar = '0b9c2a54-6f0e-4f4c-9a51-2d1c7e6f8b3a.webp';

/** As a target shows it. */
export const shownTower: TargetChannel = {
  id: 4,
  platform: rules.platform,
  name: 'Tower',
  username: 'tower',
  avatar_url: `https://belfry.example.com/avatars/${avatar}`,
  needs_reconnect: false,
  posting_times: ['09:00', '12:00', '17:00'],
  reconnect_by: null,
  limits: {},
  created_at: CREATED,
  display_name: null,
  paused_at: null,
};

export const tower: Channel = {
  ...shownTower,
  posting_times_by_day: null,
  position: 1,
  last_published_at: null,
  waiting: 3,
};

const towers = { id: 2, name: 'Towers', channel_ids: [tower.id], created_at: CREATED };
const params = { id: tower.id };
const text = (title: string) => ({
  type: 'object',
  properties: { username: { type: 'string', title } },
  required: ['username'],
});
const signIn = { platform: bySignIn.rules.platform, ...bySignIn.input };
const choice: AccountChoice = {
  id: 7,
  platform: signIn.platform,
  expires_at: at('09:15:00'),
  return_to: '/channels',
  accounts: [
    { id: '17', name: 'Tower', username: 'tower', avatar_url: null, connected: false },
    { id: '18', name: 'Mill', username: 'mill', avatar_url: null, connected: true },
  ],
};
const app = {
  family: 'example',
  networks: [rules.platform],
  guide: 'Open https://developers.example/apps and create an app. Register the redirect address.',
  redirect_uri: 'https://belfry.example.com/connect/callback',
  deauthorize_uri: null,
  deletion_uri: null,
  keys: {
    type: 'object',
    properties: { client_id: { type: 'string' }, client_secret: { type: 'string' } },
    required: ['client_id', 'client_secret'],
  },
  is_configured: true,
  is_optional: false,
  source: 'stored' as const,
  updated_at: CREATED,
};
const file = {
  name: 'example1a2b3c.txt',
  content: 'example-site-verification=1a2b3c',
};
const servedFile = { ...file, url: `https://belfry.example.com/${file.name}`, updated_at: CREATED };
const connecting = { form: text('Username'), sign_in: null };

export const channelExamples = {
  listChannels: { answer: { data: [tower] } },
  createChannel: {
    body: { platform: rules.platform, credentials: byForm.credentials },
    answer: { data: tower },
  },
  beginConnect: {
    body: { ...signIn, return_to: '/channels' },
    answer: { data: { id: 7, authorize_url: `https://${signIn.instance}/oauth/authorize?state=x7f2` } },
  },
  getAccountChoice: { params: { id: choice.id }, answer: { data: choice } },
  connectAccounts: {
    params: { id: choice.id },
    body: { account_ids: ['17'] },
    answer: { data: [{ ...tower, platform: choice.platform }] },
  },
  getChannel: { params, answer: { data: tower } },
  updateChannel: {
    params,
    body: { posting_times: ['08:00', '18:30'] },
    answer: { data: { ...tower, posting_times: ['08:00', '18:30'] } },
  },
  deleteChannel: { params },
  getChannelSettings: { params, answer: { data: rules.settings } },
  listSettingOptions: {
    params,
    query: { field: 'board_id', q: 'bells' },
    answer: { data: [{ value: '17', title: 'Bells', group: null, image_url: null }] },
  },
  getChannelQuota: {
    params,
    answer: {
      data: [{ name: 'posts in 24 hours', used: 3, most: 50, scope: 'channel', resets_at: at('18:00:00') }],
    },
  },
  getAvatar: { params: { name: avatar } },
  getNextSlot: {
    query: { 'channel_ids[]': [tower.id] },
    answer: { data: { scheduled_at: at('09:00:00') } },
  },
  listSlots: {
    query: { 'channel_ids[]': [tower.id], from: '2026-11-21', to: '2026-11-27' },
    answer: {
      data: [
        { at: at('12:00:00'), channel_ids: [tower.id], channel_ids_free: [], taken_by: [17] },
        { at: at('17:00:00'), channel_ids: [tower.id], channel_ids_free: [tower.id], taken_by: [] },
      ],
      truncated: false,
    },
  },
  listChannelSets: { answer: { data: [towers] } },
  createChannelSet: { body: { name: towers.name, channel_ids: [tower.id] }, answer: { data: towers } },
  updateChannelSet: { params: { id: towers.id }, body: { name: towers.name }, answer: { data: towers } },
  deleteChannelSet: { params: { id: towers.id } },
  listNetworks: {
    answer: {
      data: [
        {
          platform: rules.platform,
          name: rules.name,
          limits: { 'text.max': { confirmed: true, ...rules.limits['text.max'] } },
          formats: {},
          transcodes_videos: true,
          rates: [],
          settings: rules.settings,
          app: null,
          connected_by: connecting,
          joined_by: connecting,
        },
      ],
    },
  },
  listVerificationFiles: { answer: { data: [servedFile] } },
  setVerificationFile: {
    params: { name: file.name },
    body: { content: file.content },
    answer: { data: servedFile },
  },
  deleteVerificationFile: { params: { name: file.name } },
  listNetworkApps: { answer: { data: [app] } },
  setNetworkApp: {
    params: { family: app.family },
    body: { client_id: 'a1b2c3', client_secret: 'the secret of the app' },
    answer: { data: app },
  },
  deleteNetworkApp: { params: { family: app.family } },
} satisfies Partial<Examples>;
