-- Mentions and tags that a workspace has used, to complete what people type. The service keeps the latest 2,000 of each
-- kind.
create table suggestions (
  workspace_id bigint not null references workspaces on delete cascade,
  kind         text not null check (kind in ('mention', 'tag')),
  platform     text not null,
  -- As it is compared: see `foldText`.
  folded       text not null,
  -- As it was written last, with its sign.
  text         text not null,
  -- Posts that used it.
  uses         integer not null default 1,
  used_at      timestamptz not null,
  -- The channels of those posts.
  channel_ids  bigint[] not null,
  primary key (workspace_id, kind, platform, folded)
);
create index suggestions_latest on suggestions (workspace_id, kind, used_at desc);
