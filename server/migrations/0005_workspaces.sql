-- People of workspaces: what they are limited to, how they come in, and the mail that tells them.
alter table workspaces add column if not exists allow_self_review boolean not null default false;

-- The channels that a member works on; null: all of the workspace. Whoever manages it is not limited.
alter table members add column channel_ids bigint[];
alter table members add constraint members_managers_unlimited
  check (channel_ids is null or role not in ('owner', 'admin'));

-- One open invitation for each address; it is deleted when it is used. It goes with the member who sent it.
create table invitations (
  id           bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  email        text not null,
  role         text not null check (role in ('owner', 'admin', 'editor', 'author', 'viewer')),
  channel_ids  bigint[],
  token_hash   bytea not null,
  invited_by   bigint not null,
  created_at   timestamptz not null default clock_now(),
  expires_at   timestamptz not null,
  foreign key (workspace_id, invited_by) references members on delete cascade
);
create unique index invitations_email on invitations (workspace_id, lower(email));
create unique index invitations_token on invitations (token_hash);
create index invitations_inviter on invitations (workspace_id, invited_by);

-- One for each request, also for an address that nobody has: what is written must not tell the two apart.
create table password_resets (
  token_hash   bytea primary key,
  email        text not null,
  user_id      bigint references users on delete cascade,
  -- Set when an admin made it: then it is good only while the person belongs to nothing but that workspace.
  workspace_id bigint references workspaces on delete cascade,
  made_by      bigint,
  created_at   timestamptz not null default clock_now(),
  expires_at   timestamptz not null
);
create index password_resets_email on password_resets (lower(email), created_at);
create index password_resets_user on password_resets (user_id);

-- Mail to send, written in the transaction that causes it.
create table mails (
  id          bigint generated always as identity primary key,
  -- The same at every try, so that a copy can be known as one.
  message_id  uuid not null,
  recipient   text not null,
  subject     text not null,
  -- Its text and HTML; they may hold links that open something, so they are gone once it is sent or given up.
  sealed      bytea,
  tries       integer not null default 0,
  -- Null: sent, or given up.
  next_try_at timestamptz default clock_now(),
  useless_at  timestamptz not null,
  sent_at     timestamptz,
  last_error  text,
  created_at  timestamptz not null default clock_now()
);
create index mails_due on mails (next_try_at) where next_try_at is not null;
create index mails_recipient on mails (lower(recipient), created_at);
create index mails_age on mails (created_at);
