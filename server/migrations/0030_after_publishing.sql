-- The visible parts of a published target, if it has several: a list of {"id", "url"}, in order.
alter table targets add column parts jsonb;
-- When a person had the target deleted at its network.
alter table targets add column removed_at timestamptz;
create index targets_published on targets (published_at) where status = 'published';

-- Requests to delete published targets at their networks. A row has all that a worker needs, because the post may be
-- deleted meanwhile.
create table removals (
  target_id    bigint primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  post_id      bigint not null,
  channel_id   bigint not null references channels on delete cascade,
  user_id      bigint references users on delete set null,
  -- The parts that are still to be deleted, in order. The last one goes first.
  parts        jsonb not null,
  tries        integer not null default 0,
  requested_at timestamptz not null default clock_now(),
  -- When a worker goes on. Null: the removal has ended.
  next_at      timestamptz
);
create index removals_due on removals (next_at) where next_at is not null;
create index removals_workspace on removals (workspace_id);
create index removals_channel on removals (channel_id);

-- When the numbers of a published target are read next. `taken`: how many of its measurements were made or given up.
create table measurements (
  target_id    bigint primary key references targets on delete cascade,
  workspace_id bigint not null references workspaces on delete cascade,
  channel_id   bigint not null references channels on delete cascade,
  taken        smallint not null default 0,
  tries        integer not null default 0,
  -- Null: no measurement is left.
  next_at      timestamptz
);
create index measurements_due on measurements (next_at) where next_at is not null;
create index measurements_workspace on measurements (workspace_id);
create index measurements_channel on measurements (channel_id);

-- The numbers themselves. `number`: which measurement of the target, from 0.
create table metrics (
  target_id    bigint not null references targets on delete cascade,
  number       smallint not null,
  workspace_id bigint not null references workspaces on delete cascade,
  measured_at  timestamptz not null default clock_now(),
  numbers      jsonb not null,
  -- When they are deleted, if the network limits how long they may be kept.
  expires_at   timestamptz,
  primary key (target_id, number)
);
create index metrics_workspace on metrics (workspace_id);
create index metrics_expiry on metrics (expires_at) where expires_at is not null;
