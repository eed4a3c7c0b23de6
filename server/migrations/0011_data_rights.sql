-- What owners may ask for: all that a workspace holds in one file, and its erasure. Both are work in the background.
alter table workspaces
  -- What a newly joined channel begins with.
  add column posting_times text[] not null default '{09:00,12:00,17:00}',
  -- Set when its deletion was asked for: nobody belongs to it from then on, its lanes are closed, its rows go.
  add column erased_at timestamptz;

create table exports (
  id           bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  user_id      bigint not null references users,
  media        boolean not null,
  state        text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  -- When it may next be taken: asked for, put off after a failure, or its worker's lease ends. Null: it is over.
  wake_at      timestamptz default clock_now(),
  lease_id     uuid,
  -- Times it was taken.
  tries        integer not null default 0,
  done         bigint not null default 0,
  total        bigint not null default 0,
  bytes        bigint not null default 0,
  error        text,
  storage_key  text,
  size         bigint,
  created_at   timestamptz not null default clock_now(),
  ended_at     timestamptz,
  expires_at   timestamptz
);
create index exports_workspace on exports (workspace_id, id);
create index exports_wake on exports (wake_at) where wake_at is not null;
create unique index exports_one_at_work on exports (workspace_id) where state in ('queued', 'running');

-- Workspaces that were erased, by whom and when: it outlives them, and so it refers to nothing of theirs.
create table erasures (
  id           bigint generated always as identity primary key,
  workspace_id bigint not null unique,
  user_id      bigint not null,
  state        text not null default 'queued' check (state in ('queued', 'running', 'done')),
  wake_at      timestamptz,
  lease_id     uuid,
  done         bigint not null default 0,
  total        bigint not null default 0,
  -- Keys of files whose rows are gone, and that are removed next.
  files        text[] not null default '{}',
  created_at   timestamptz not null default clock_now(),
  ended_at     timestamptz
);
create index erasures_wake on erasures (wake_at) where wake_at is not null;
