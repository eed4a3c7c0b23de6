-- Channels that people choose together, by a name.
create table channel_sets (
  id           bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  name         text not null,
  -- In order. Some may be removed by now.
  channel_ids  bigint[] not null,
  created_at   timestamptz not null default clock_now()
);
create index channel_sets_workspace on channel_sets (workspace_id);

-- The path to which a browser goes after a sign-in at a network. Null: it stays on our page.
alter table sign_ins add column return_to text;
alter table account_choices add column return_to text;
