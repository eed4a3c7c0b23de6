-- Labels that people put on posts of their workspace.
create table labels (
  id           bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  name         text not null,
  -- The name as it is compared: see `foldName`.
  folded       text not null,
  color        text not null,
  created_at   timestamptz not null default clock_now(),
  unique (workspace_id, folded)
);

create table post_labels (
  post_id      bigint not null references posts on delete cascade,
  label_id     bigint not null references labels on delete cascade,
  workspace_id bigint not null references workspaces on delete cascade,
  primary key (post_id, label_id)
);
create index post_labels_label on post_labels (label_id, post_id);
create index post_labels_workspace on post_labels (workspace_id);
