-- Changes to a planned or failed post that a person has not saved yet. One for each person and post.
create table working_copies (
  post_id      bigint not null references posts on delete cascade,
  user_id      bigint not null references users on delete cascade,
  workspace_id bigint not null references workspaces on delete cascade,
  -- The version of the post from which the person began.
  base_version integer not null,
  -- As the person wrote it: the API's WorkingPost.
  post         jsonb not null,
  -- Every file that it names. They stay in the library as long as it does.
  media_ids    bigint[] not null,
  updated_at   timestamptz not null default clock_now(),
  primary key (post_id, user_id)
);
create index working_copies_user on working_copies (user_id);
create index working_copies_workspace on working_copies (workspace_id);
create index working_copies_media on working_copies using gin (media_ids);
create index working_copies_old on working_copies (updated_at);
