-- Videos that are being transcoded, or could not be. A video whose rendition exists, or is given up, has no row.
create table transcodings (
  media_id     bigint not null references media on delete cascade,
  workspace_id bigint not null references workspaces on delete cascade,
  -- As in `renditions`.
  purpose      text not null,
  -- Names the process that is at work, until `ends_at`.
  lease        uuid not null,
  -- The next try begins after it.
  ends_at      timestamptz not null,
  -- Begun so often, without those that a stop of the process ended.
  tries        integer not null default 1,
  primary key (media_id, purpose)
);
create index transcodings_workspace on transcodings (workspace_id);
