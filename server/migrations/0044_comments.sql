-- What members say to each other about a post. It never reaches a network.
create table comments (
  id           bigint primary key generated always as identity,
  workspace_id bigint not null references workspaces on delete cascade,
  post_id      bigint not null references posts on delete cascade,
  author_id    bigint not null references users,
  text         text not null,
  -- The members that the text addresses.
  mentions     bigint[] not null default '{}',
  created_at   timestamptz not null default clock_now(),
  edited_at    timestamptz
);
create index comments_post on comments (post_id, id);
create index comments_workspace on comments (workspace_id);

-- How far each person has read the comments and reviews of a post.
create table comment_marks (
  post_id      bigint not null references posts on delete cascade,
  user_id      bigint not null references users on delete cascade,
  workspace_id bigint not null references workspaces on delete cascade,
  read_until   timestamptz not null,
  primary key (post_id, user_id)
);
create index comment_marks_workspace on comment_marks (workspace_id);
create index comment_marks_user on comment_marks (user_id);
