import { ada, at, CREATED, type Examples, grace } from './example.ts';

export const workspace = {
  id: 1,
  name: 'Tower',
  time_zone: 'Europe/Berlin',
  requires_approval: false,
  allow_self_review: false,
  grace_hours: 24,
  posting_times: ['09:00', '12:00', '17:00'],
  created_at: CREATED,
  role: 'owner' as const,
};
const member = {
  ...grace,
  email: 'grace@example.org',
  role: 'author' as const,
  channel_ids: null,
  created_at: CREATED,
};
const invitation = {
  id: 3,
  email: 'linus@example.org',
  role: 'viewer' as const,
  channel_ids: null,
  invited_by: ada,
  created_at: CREATED,
  expires_at: '2026-11-28T08:00:00.000000Z',
};
const link = 'https://belfry.example.com/invitation#x7f2k9';
const running = {
  id: 2,
  media: true,
  state: 'running' as const,
  progress: { done: 120, total: 400, bytes: 1_048_576 },
  size: null,
  error: null,
  requested_by: ada,
  created_at: CREATED,
  ended_at: null,
  expires_at: null,
};
const erasure = {
  id: 1,
  workspace_id: 1,
  state: 'queued' as const,
  progress: { done: 0, total: 0 },
  created_at: CREATED,
  ended_at: null,
};
const key = {
  id: 9,
  name: 'Website',
  hint: '4f0c',
  scopes: ['post.read' as const, 'post.write' as const],
  channel_ids: [4],
  created_at: CREATED,
  last_used_at: null,
  expires_at: at('23:00:00'),
  revoked_at: null,
  member: ada,
  rotated_from: null,
  replaced_by: null,
  made_with: null,
};
const newKey = { ...key, key: `bf_${'0123456789abcdef'.repeat(4)}1e2d3c4b` };

export const workspaceExamples = {
  listWorkspaces: { answer: { data: [workspace] } },
  createWorkspace: { body: { name: 'Tower', time_zone: 'Europe/Berlin' }, answer: { data: workspace } },
  getWorkspace: { answer: { data: workspace } },
  updateWorkspace: { body: { grace_hours: 24 }, answer: { data: workspace } },
  listMembers: { answer: { data: [member] } },
  updateMember: { params: { id: 2 }, body: { role: 'author' }, answer: { data: member } },
  deleteMember: { params: { id: 2 } },
  resetMemberPassword: {
    params: { id: 2 },
    answer: { data: { link: 'https://belfry.example.com/password#x7f2k9' } },
  },
  listInvitations: { answer: { data: [invitation] } },
  createInvitation: {
    body: { email: 'linus@example.org', role: 'viewer' },
    answer: { data: { ...invitation, link } },
  },
  deleteInvitation: { params: { id: 3 } },
  readInvitation: {
    body: { token: 'x7f2k9' },
    answer: { data: { workspace: { name: 'Tower' }, invited_by: { name: 'Ada' } } },
  },
  acceptInvitation: {
    body: { token: 'x7f2k9', name: 'Linus', password: 'correct horse battery' },
    answer: {
      data: {
        user: { id: 3, name: 'Linus', email: 'linus@example.org' },
        workspace: { id: 1, name: 'Tower' },
      },
    },
  },
  createExport: { body: { media: true }, answer: { data: { ...running, state: 'queued' } } },
  listExports: { answer: { data: [running] } },
  getExport: { params: { id: 2 }, answer: { data: running } },
  getExportFile: { params: { id: 2 } },
  deleteExport: { params: { id: 2 } },
  deleteWorkspace: { body: { name: 'Tower' }, answer: { data: erasure } },
  getErasure: { params: { id: 1 }, answer: { data: erasure } },
  listKeys: { answer: { data: [key] } },
  createKey: {
    body: { name: 'Website', scopes: ['post.read', 'post.write'], channel_ids: [4] },
    answer: { data: newKey },
  },
  rotateKey: {
    params: { id: 9 },
    body: { overlap_hours: 24 },
    answer: { data: { ...newKey, id: 10, rotated_from: 9 } },
  },
  revokeKey: { params: { id: 9 } },
  setUp: {
    body: {
      token: 'x7f2k9',
      name: 'Ada',
      email: 'ada@example.org',
      password: 'correct horse battery',
      workspace: 'Tower',
      time_zone: 'Europe/Berlin',
    },
    answer: {
      data: {
        user: { id: 1, name: 'Ada', email: 'ada@example.org' },
        workspace: { id: 1, name: 'Tower', time_zone: 'Europe/Berlin' },
        api_key: newKey.key,
      },
    },
  },
} satisfies Partial<Examples>;
