-- What people are told of, in the app and by mail, in their language and at their time.
alter table users
  -- Null: English.
  add column language text check (language in ('en', 'de')),
  -- Null: that of the workspace it is about.
  add column time_zone text;

-- From what a person signed in: of what their browser says of itself, without its version, a hash.
create table devices (
  user_id bigint not null references users on delete cascade,
  hash    bytea not null,
  seen_at timestamptz not null default clock_now(),
  primary key (user_id, hash)
);

-- Up to which event of each chain notices were made.
create table notice_positions (
  workspace_id bigint primary key references workspaces on delete cascade,
  seq          bigint not null
);
-- What happened before is no news.
insert into notice_positions (workspace_id, seq)
  select h.workspace_id, h.seq from event_heads h join workspaces w on w.id = h.workspace_id;

create table notices (
  id           bigint generated always as identity primary key,
  user_id      bigint not null references users on delete cascade,
  -- Null: of the person's own account, whatever the workspace.
  workspace_id bigint references workspaces on delete cascade,
  kind         text not null,
  -- Of one person and kind, what has the same topic becomes one notice.
  topic        text not null,
  -- Of the latest that it tells of.
  post_id      bigint,
  channel_id   bigint,
  count        integer not null,
  -- The first few that it tells of.
  items        jsonb not null,
  in_app       boolean not null,
  created_at   timestamptz not null default clock_now(),
  updated_at   timestamptz not null default clock_now(),
  read_at      timestamptz,
  -- It still takes in what happens: neither read nor mailed, and not much older than a day.
  is_open      boolean not null,
  mail         text not null check (mail in ('off', 'at_once', 'hourly', 'daily')),
  is_urgent    boolean not null,
  -- Null: not to be mailed, or mailed already.
  mail_due_at  timestamptz,
  mailed_at    timestamptz
);
create unique index notices_open on notices (workspace_id, user_id, kind, topic) where is_open;
-- The log of each workspace of a person tells of their account; the person is told once.
create unique index notices_account on notices (user_id, kind, topic) where workspace_id is null;
create index notices_page on notices (user_id, workspace_id, id desc) where in_app;
create index notices_unread on notices (user_id, workspace_id) where in_app and read_at is null;
create index notices_due on notices (mail_due_at) where mail_due_at is not null;
create index notices_waiting on notices (user_id) where mail_due_at is not null;
create index notices_old on notices (created_at) where is_open;
create index members_role on members (workspace_id, role);
create index notices_age on notices (created_at);

-- Where a person wants it otherwise than the table of kinds has it.
create table notice_settings (
  workspace_id bigint not null,
  user_id      bigint not null,
  kind         text not null,
  in_app       boolean not null,
  mail         text not null check (mail in ('off', 'at_once', 'hourly', 'daily')),
  primary key (workspace_id, user_id, kind),
  foreign key (workspace_id, user_id) references members on delete cascade
);

-- When a person was last sent notices at once: the next such mail waits. Whoever locks the row is alone in mailing them.
create table notice_mailings (
  user_id    bigint primary key references users on delete cascade,
  at_once_at timestamptz not null default '-infinity'
);
