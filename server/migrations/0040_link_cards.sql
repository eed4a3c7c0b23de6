-- What pages say about themselves, for previews of posts with links. A duty deletes them when they expire.
create table link_cards (
  id           bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  url          text not null,
  -- SHA-256 of the link, since an index cannot contain long links.
  url_hash     bytea not null,
  title        text,
  description  text,
  site         text,
  -- Belfry's copy of the picture.
  image_key    text,
  -- Bytes.
  image_size   integer,
  expires_at   timestamptz not null,
  unique (workspace_id, url_hash)
);
create index link_cards_expires on link_cards (expires_at);
