-- When a published target without a page is read again at its network. `taken`: how often this was done.
create table revisits (
  target_id    bigint primary key references targets on delete cascade,
  workspace_id bigint not null references workspaces on delete cascade,
  channel_id   bigint not null references channels on delete cascade,
  taken        smallint not null default 0,
  -- Null: the target has a page, or Belfry has stopped.
  next_at      timestamptz
);
create index revisits_due on revisits (next_at) where next_at is not null;
create index revisits_workspace on revisits (workspace_id);
create index revisits_channel on revisits (channel_id);
