/** The kinds of events about a workspace, its people and their rights. */
import type { EventDescription } from './event-kinds.ts';
import { AnyObject, closed, Id, nullable } from './shapes.ts';
import { Type } from './type.ts';

const Moment = Type.String();
const Role = Type.Enum(['owner', 'admin', 'editor', 'author', 'viewer'] as const);
/** Null: all channels. */
const channel_ids = nullable(Type.Array(Id));
/** The host of the address only, because the rest may contain a secret. */
const webhook = { webhook_id: Id, host: nullable(Type.String()) };
const webhookVersion = closed({
  host: nullable(Type.String()),
  description: Type.String(),
  kinds: Type.Array(Type.String()),
  channel_ids,
  enabled: Type.Boolean(),
});
/** Without the keys, which are secret. */
const networkApp = { family: Type.String() };
const rights = closed({ role: Role, channel_ids });
const former = { member_id: Id, name: Type.String(), role: Role };
const key = {
  id: Id,
  name: Type.String(),
  scopes: nullable(Type.Array(Type.String())),
  made_with: nullable(Id),
};
/** A change that the operator made on the command line. */
const by = Type.Optional(Type.Enum(['operator'] as const));
const session = { session_id: Id };
const passkey = { passkey_id: Id, name: Type.String() };
const identity = { identity_id: Id, issuer: Type.String() };

export const workspaceEvents = {
  'webhook.disabled': {
    for: 'all',
    description: 'The service disabled a webhook after 3 days of failures, or after 410 Gone.',
    data: {
      ...webhook,
      because: Type.Enum(['gone', 'failing'] as const),
      error: nullable(Type.String()),
      failing_since: Moment,
    },
  },
  'webhook.created': {
    for: 'name',
    description: 'A webhook was created.',
    data: { ...webhook, kinds: Type.Array(Type.String()) },
  },
  'webhook.changed': {
    for: 'name',
    description: 'A webhook was changed.',
    data: { ...webhook, fields: Type.Array(Type.String()), before: webhookVersion, after: webhookVersion },
  },
  'webhook.rotated': { for: 'name', description: 'A webhook got a new secret.', data: webhook },
  'webhook.replayed': {
    for: 'name',
    description: 'A webhook was moved to another place in the log.',
    data: { ...webhook, before: Type.Integer(), after: Type.Integer() },
  },
  'webhook.removed': { for: 'name', description: 'A webhook was removed.', data: webhook },
  'network_app.set': {
    for: 'name',
    description: 'The keys of an app at a network were set.',
    data: networkApp,
  },
  'network_app.removed': {
    for: 'name',
    description: 'The keys of an app at a network were deleted.',
    data: networkApp,
  },
  'network_app.refused': {
    for: 'name',
    description:
      'A network refuses the app of this installation. All posts with this app wait for the operator.',
    data: { ...networkApp, message: Type.String() },
  },
  'database.restored': {
    for: 'all',
    description:
      'Belfry was restored from a backup. Posts that were due after the backup are not sent until a person decides.',
    data: { since: nullable(Moment), unconfirmed: Type.Integer() },
  },
  'workspace.created': {
    for: 'name',
    description: 'The workspace was created.',
    data: { name: Type.String(), by, owner_id: Type.Optional(Id) },
  },
  'workspace.changed': {
    for: 'name',
    description: 'The settings of the workspace were changed.',
    data: { before: AnyObject, after: AnyObject },
  },
  'invitation.created': {
    for: 'name',
    description: 'A person was invited.',
    data: { invitation_id: Id, email: Type.String(), role: Role, channel_ids },
  },
  'invitation.withdrawn': {
    for: 'name',
    description: 'An invitation was withdrawn.',
    data: { invitation_id: Id, email: Type.String(), role: Role },
  },
  'member.joined': {
    for: 'name',
    description: 'A person joined the workspace.',
    data: { member_id: Id, invitation_id: Type.Optional(Id), role: Role, channel_ids },
  },
  'member.changed': {
    for: 'name',
    description: 'A member’s role or channels were changed.',
    data: { member_id: Id, before: rights, after: rights },
  },
  'member.left': { for: 'name', description: 'A member left the workspace.', data: former },
  'member.removed': {
    for: 'name',
    description: 'A member was removed from the workspace.',
    data: former,
  },
  'member.password_reset_made': {
    for: 'name',
    description: 'A password reset link was created for a member.',
    data: { member_id: Id, by },
  },
  'key.created': { for: 'name', description: 'An API key was created.', data: key },
  'key.rotated': {
    for: 'name',
    description: 'An API key was rotated.',
    data: { ...key, replaced_by: Id },
  },
  'key.revoked': { for: 'name', description: 'An API key was revoked.', data: key },
  'session.begun': {
    for: 'name',
    description: 'A member signed in.',
    data: { ...session, new_device: Type.Optional(Type.Boolean()) },
  },
  'session.ended': { for: 'name', description: 'A session of a member ended.', data: session },
  'password.changed': { for: 'name', description: 'A member changed their password.', data: {} },
  'password.reset': {
    for: 'name',
    description: 'A member set a new password with a reset link.',
    data: {},
  },
  'two_factor.begun': {
    for: 'name',
    description: 'Two-factor authentication was turned on for a member.',
    data: {},
  },
  'two_factor.ended': {
    for: 'name',
    description: 'Two-factor authentication was turned off for a member.',
    data: { member_id: Type.Optional(Id), by },
  },
  'passkey.added': { for: 'name', description: 'A member added a passkey.', data: passkey },
  'passkey.removed': { for: 'name', description: 'A member removed a passkey.', data: passkey },
  'identity.added': {
    for: 'name',
    description: 'A member added an OpenID provider as a way to sign in.',
    data: { ...identity, by: Type.Optional(Type.Enum(['email'] as const)) },
  },
  'identity.removed': {
    for: 'name',
    description: 'A member removed an OpenID provider as a way to sign in.',
    data: identity,
  },
  'email.changed': { for: 'name', description: 'A member’s e-mail address changed.', data: {} },
  'email.lost': {
    for: 'name',
    description: 'A member lost their e-mail address, because another user proved that it is theirs.',
    data: {},
  },
  'profile.changed': {
    for: 'name',
    description: 'A member changed their name, language or time zone.',
    data: {},
  },
  'export.requested': {
    for: 'name',
    description: 'An export of the workspace was requested.',
    data: { export_id: Id, media: Type.Boolean() },
  },
  'export.made': {
    for: 'name',
    description: 'An export is done.',
    data: { export_id: Id, size: Type.Integer() },
  },
  'export.fetched': {
    for: 'name',
    description: 'The file of an export was downloaded.',
    data: { export_id: Id },
  },
  'export.deleted': { for: 'name', description: 'An export was deleted.', data: { export_id: Id } },
  'recovery_code.used': {
    for: 'name',
    description: 'A member signed in with a recovery code.',
    data: {},
  },
} as const satisfies Record<string, EventDescription>;
