-- Pages of the library say how many files there are, and a quota counts their bytes; adding up a million rows for
-- each request would be too slow.
alter table workspaces add column media_count bigint not null default 0;
alter table workspaces add column media_bytes bigint not null default 0;
update workspaces w set (media_count, media_bytes) =
  (select count(*), coalesce(sum(m.size), 0) from media m where m.workspace_id = w.id);

-- True for images of several frames, which are never converted.
alter table media add column animated boolean not null default false;

-- What was made of a file, once for each purpose: for a network's limits, for a screen.
create table renditions (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  media_id bigint not null references media on delete cascade,
  purpose text not null,
  -- Null, with all that follows: the file itself will do, or there is none to be had.
  storage_key text,
  mime_type text,
  size bigint,
  width integer,
  height integer,
  created_at timestamptz not null default clock_now(),
  unique (media_id, purpose)
);
