-- Labels of files in the library. Those of posts are in `post_labels`.
create table media_labels (
  media_id     bigint not null references media on delete cascade,
  label_id     bigint not null references labels on delete cascade,
  workspace_id bigint not null references workspaces on delete cascade,
  primary key (media_id, label_id)
);
create index media_labels_label on media_labels (label_id, media_id);
create index media_labels_workspace on media_labels (workspace_id);
