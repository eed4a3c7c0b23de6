-- People, channels, posts, and what publishing remembers.
-- Every row carries its workspace, so that the schema can be split by workspace later.

-- What time it is. Tests replace this function; nothing else asks the server's clock directly.
create function clock_now() returns timestamptz language sql stable as 'select now()';

create table users (
  id            bigint generated always as identity primary key,
  email         text not null,
  name          text not null,
  password_hash text not null,
  created_at    timestamptz not null default clock_now()
);
create unique index users_email on users (lower(email));

create table workspaces (
  id                bigint generated always as identity primary key,
  name              text not null,
  time_zone         text not null default 'UTC',
  requires_approval boolean not null default false,
  grace_hours       integer not null default 24 check (grace_hours between 0 and 8760),
  created_at        timestamptz not null default clock_now()
);

create table members (
  workspace_id bigint not null references workspaces on delete cascade,
  user_id      bigint not null references users on delete cascade,
  role         text not null check (role in ('owner', 'admin', 'editor', 'author', 'viewer')),
  created_at   timestamptz not null default clock_now(),
  primary key (workspace_id, user_id)
);
create index members_user on members (user_id);

create table api_keys (
  id           bigint generated always as identity primary key,
  workspace_id bigint not null,
  user_id      bigint not null,
  name         text not null,
  hash         bytea not null,
  scopes       text[],
  expires_at   timestamptz,
  revoked_at   timestamptz,
  last_used_at timestamptz,
  created_at   timestamptz not null default clock_now(),
  foreign key (workspace_id, user_id) references members on delete cascade
);
create unique index api_keys_hash on api_keys (hash);
create index api_keys_member on api_keys (workspace_id, user_id);

-- A channel is one account on one network, and a lane: its targets go out one after the other.
create table channels (
  id              bigint generated always as identity primary key,
  workspace_id    bigint not null references workspaces on delete cascade,
  platform        text not null,
  account_id      text not null,
  name            text not null,
  username        text not null,
  avatar_url      text,
  limits          jsonb not null default '{}',
  limits_read_at  timestamptz,
  posting_times   text[] not null default '{09:00,12:00,17:00}',
  needs_reconnect boolean not null default false,
  reconnect_by    timestamptz,
  created_at      timestamptz not null default clock_now(),
  -- Set when a person removed the channel; its history stays, joining the account again brings it back.
  deleted_at      timestamptz,
  -- The lane: when its first target wants attention, and until when one of them is being worked on.
  next_due_at     timestamptz,
  busy_until      timestamptz not null default '-infinity',
  -- Nothing goes out before: the network asked to wait.
  paused_until    timestamptz not null default '-infinity',
  unique (workspace_id, platform, account_id)
);
create index channels_next_due on channels (next_due_at) where next_due_at is not null;

-- What opens the account: sealed, and refreshed under this row's lock.
create table grants (
  channel_id   bigint primary key references channels on delete cascade,
  workspace_id bigint not null,
  sealed       bytea not null,
  version      integer not null default 1,
  expires_at   timestamptz,
  updated_at   timestamptz not null default clock_now()
);

-- App registrations of an installation at a network's server.
create table network_apps (
  platform text not null,
  host     text not null,
  sealed   bytea not null,
  primary key (platform, host)
);

-- A sign-in at a network that was begun and has not returned yet.
create table sign_ins (
  state_hash   bytea primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  user_id      bigint not null,
  platform     text not null,
  sealed       bytea not null,
  expires_at   timestamptz not null
);

create table media (
  id           bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  name         text not null,
  mime_type    text not null,
  kind         text not null check (kind in ('image', 'video')),
  size         bigint not null,
  width        integer,
  height       integer,
  duration     integer,
  alt_text     text,
  storage_key  text not null,
  created_at   timestamptz not null default clock_now()
);
create index media_page on media (workspace_id, id desc);

create table posts (
  id           bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  author_id    bigint not null references users,
  content      text not null default '',
  status       text not null check (status in
                 ('draft', 'pending_approval', 'scheduled', 'publishing', 'published', 'failed')),
  -- When it publishes, or when it was published; `planned_at` keeps the plan.
  scheduled_at timestamptz,
  planned_at   timestamptz,
  created_at   timestamptz not null default clock_now(),
  updated_at   timestamptz not null default clock_now(),
  version      integer not null default 1
);
create index posts_list on posts (workspace_id, scheduled_at desc nulls last, id desc);
create index posts_list_by_status on posts (workspace_id, status, scheduled_at desc nulls last, id desc);

create table post_media (
  post_id      bigint not null references posts on delete cascade,
  position     smallint not null,
  media_id     bigint not null references media,
  workspace_id bigint not null,
  primary key (post_id, position)
);
create index post_media_media on post_media (media_id);

create table targets (
  id           bigint generated always as identity primary key,
  workspace_id bigint not null,
  post_id      bigint not null references posts on delete cascade,
  channel_id   bigint not null references channels,
  position     smallint not null,
  status       text not null default 'pending' check (status in ('pending', 'publishing', 'published', 'failed')),
  content      text,
  settings     jsonb not null default '{}',
  error        jsonb,
  warnings     jsonb not null default '[]',
  external_id  text,
  external_url text,
  published_at timestamptz,
  -- When it should go out; null while the post is not scheduled.
  due_at       timestamptz,
  -- When it next wants attention: due, put off, or its worker's lease ends. Null: nothing to do.
  wake_at      timestamptz,
  lease_id     uuid,
  -- Times it was put off in a row, and times its worker vanished without a word.
  tries        integer not null default 0,
  crashes      integer not null default 0,
  unique (post_id, channel_id)
);
create index targets_lane on targets (channel_id, due_at, id) where wake_at is not null;
create index targets_wake on targets (channel_id, wake_at) where wake_at is not null;
create index targets_channel on targets (channel_id, post_id);
create unique index targets_one_in_flight on targets (channel_id) where lease_id is not null;

-- The engine's memory: steps done, commits intended and answered.
create table journal (
  target_id    bigint not null references targets on delete cascade,
  name         text not null,
  workspace_id bigint not null,
  kind         text not null check (kind in ('step', 'until', 'commit', 'after')),
  state        text not null check (state in ('open', 'done')),
  key          uuid not null default gen_random_uuid(),
  result       jsonb,
  warning      text,
  first_at     timestamptz not null default clock_now(),
  last_at      timestamptz not null default clock_now(),
  sends        integer not null default 1,
  primary key (target_id, name)
);

-- Everything that happened, in the transaction in which it happened.
create table events (
  id           bigint generated always as identity primary key,
  workspace_id bigint not null,
  post_id      bigint,
  target_id    bigint,
  channel_id   bigint,
  user_id      bigint,
  kind         text not null,
  data         jsonb not null default '{}',
  at           timestamptz not null default clock_now()
);
create index events_post on events (post_id, id) where post_id is not null;

-- Answers to requests that carried an Idempotency-Key.
create table idempotency_keys (
  workspace_id bigint not null references workspaces on delete cascade,
  user_id      bigint not null,
  key          text not null,
  fingerprint  bytea not null,
  status       smallint not null,
  headers      json not null default '{}',
  body         json not null,
  created_at   timestamptz not null default clock_now(),
  primary key (workspace_id, user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Which workers are alive, so that readiness can tell.
create table workers (
  id         uuid primary key,
  claimed_at timestamptz not null default clock_now()
);

-- A value sealed with the installation's secret: a process with another secret finds out at its start.
create table installation (
  only_one boolean primary key default true check (only_one),
  sealed   bytea not null
);

-- Documents of the services that networks bring along.
create table records (
  platform   text not null,
  collection text not null,
  key        text not null,
  data       jsonb not null,
  seq        bigint generated always as identity,
  primary key (platform, collection, key)
);
create index records_newest on records (platform, collection, seq desc);
