-- What was done for targets before their time: uploads, and waits for the network. Only targets with files have a row.
create table preparations (
  target_id    bigint primary key references targets on delete cascade,
  workspace_id bigint not null references workspaces on delete cascade,
  -- The version of the post. If the post has another, it is prepared again.
  version      integer not null,
  -- Digest of what was prepared. Null: nothing yet. An attempt with another digest begins anew.
  digest       text,
  -- Names the process that is at work, until `ends_at`.
  lease        uuid not null,
  ends_at      timestamptz not null,
  -- Begun in a row without progress.
  tries        integer not null default 1,
  -- When a process goes on. Null: nothing is left to do.
  next_at      timestamptz default clock_now()
);
create index preparations_workspace on preparations (workspace_id);
