-- Deleted posts, for 30 days. Their rows are in no other table, so that nothing can publish or show them.
create table bin (
  id           bigint generated always as identity primary key,
  post_id      bigint not null unique,
  workspace_id bigint not null references workspaces on delete cascade,
  author_id    bigint not null references users,
  -- The channels of its targets, in order.
  channel_ids  bigint[] not null,
  deleted_by   bigint references users on delete set null,
  deleted_at   timestamptz not null default clock_now(),
  -- Of exactly what would have been published, as for an approval. Null: nothing was planned.
  digest       bytea,
  -- The rows of the post, by table.
  rows         jsonb not null
);
create index bin_workspace on bin (workspace_id, id);
create index bin_old on bin (deleted_at);

-- The version that the latest approval of a post was about.
create table approved_copies (
  post_id      bigint primary key references posts on delete cascade,
  review_id    bigint not null references reviews on delete cascade,
  workspace_id bigint not null references workspaces on delete cascade,
  -- As the API shows it: ApprovedPost.
  post         jsonb not null
);
create index approved_copies_workspace on approved_copies (workspace_id);
create index approved_copies_review on approved_copies (review_id);
