-- A channel may show other files than the post, and its settings may name files, such as a cover.
alter table targets add column media_ids bigint[];
alter table targets add column image_fit text not null default 'pad' check (image_fit in ('pad', 'crop'));

-- Every file that a target of the post names, in its media_ids or in its settings. `post_media` has the post's own files.
create table post_files (
  post_id bigint not null references posts (id) on delete cascade,
  media_id bigint not null references media (id),
  workspace_id bigint not null,
  primary key (post_id, media_id)
);
create index post_files_media on post_files (media_id);
