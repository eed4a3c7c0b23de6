-- Uploads that can be resumed. A duty deletes them when they expire.
create table uploads (
  id           bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  user_id      bigint not null references users on delete cascade,
  name         text not null,
  alt_text     text,
  -- Bytes of the whole file.
  size         bigint not null,
  -- Bytes that have arrived.
  received     bigint not null default 0,
  -- Set when the whole file is in the library. The file may be deleted since.
  media_id     bigint,
  created_at   timestamptz not null default clock_now(),
  expires_at   timestamptz not null
);
create index uploads_workspace on uploads (workspace_id);
create index uploads_user on uploads (user_id);
create index uploads_expires on uploads (expires_at);

-- The slices that have arrived. Any process can join them, since they are stored as files.
create table upload_slices (
  id           bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  upload_id    bigint not null references uploads on delete cascade,
  -- The offset of its first byte.
  start        bigint not null,
  size         bigint not null,
  storage_key  text not null,
  unique (upload_id, start)
);
create index upload_slices_workspace on upload_slices (workspace_id);
