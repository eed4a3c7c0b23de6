-- The words of posts, for searches. Triggers note which posts have changed, also when the release before writes them; the
-- service then reads these and writes their words.
create table post_words (
  post_id      bigint primary key references posts on delete cascade,
  workspace_id bigint not null references workspaces on delete cascade,
  -- Each begins with the id of the workspace, so that the index never mixes workspaces: `5 bells`. The author and the
  -- labels are among them by their ids: `5 @12`, `5 #7`.
  words        tsvector not null,
  -- The mentions and tags that the suggestions have from this post.
  spoken       text[] not null default '{}'
);
-- Without the list of pending entries, which each search would have to read.
create index post_words_words on post_words using gin (words) with (fastupdate = off);
create index post_words_newest on post_words (workspace_id, post_id);

-- Posts whose words must be written anew. Rows are only added and deleted, so that writers of posts never wait.
create table search_marks (
  id           bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  post_id      bigint not null
);
create index search_marks_workspace on search_marks (workspace_id, id);

-- People who have written posts of a workspace, also those who have left it.
create table search_authors (
  workspace_id bigint not null references workspaces on delete cascade,
  user_id      bigint not null references users on delete cascade,
  primary key (workspace_id, user_id)
);
create index search_authors_user on search_authors (user_id);

create function mark_added_posts() returns trigger language plpgsql as $$
begin
  insert into search_marks (workspace_id, post_id) select workspace_id, id from added;
  return null;
end
$$;
create trigger posts_added_to_search after insert on posts referencing new table as added
  for each statement execute function mark_added_posts();

create function mark_changed_post() returns trigger language plpgsql as $$
begin
  insert into search_marks (workspace_id, post_id) values (new.workspace_id, new.id);
  return null;
end
$$;
create trigger posts_changed_in_search after update of content, status on posts for each row
  when (old.content is distinct from new.content or (old.status = 'draft' and new.status <> 'draft'))
  execute function mark_changed_post();

-- For tables whose rows belong to a post. The rows of a deleted post need no mark.
create function mark_posts_of_rows() returns trigger language plpgsql as $$
begin
  insert into search_marks (workspace_id, post_id)
  select distinct workspace_id, post_id from touched where exists (select from posts p where p.id = touched.post_id);
  return null;
end
$$;
create trigger targets_added_to_search after insert on targets referencing new table as touched
  for each statement execute function mark_posts_of_rows();
create trigger targets_removed_from_search after delete on targets referencing old table as touched
  for each statement execute function mark_posts_of_rows();
create trigger labels_added_to_search after insert on post_labels referencing new table as touched
  for each statement execute function mark_posts_of_rows();
create trigger labels_removed_from_search after delete on post_labels referencing old table as touched
  for each statement execute function mark_posts_of_rows();

create function mark_post_of_target() returns trigger language plpgsql as $$
begin
  insert into search_marks (workspace_id, post_id) values (new.workspace_id, new.post_id);
  return null;
end
$$;
create trigger targets_changed_in_search after update of content, settings on targets for each row
  when (old.content is distinct from new.content or old.settings is distinct from new.settings)
  execute function mark_post_of_target();

-- Posts with a lower id come from before the triggers, and are marked in batches by a duty. 0: all are marked.
create table search_backfill (
  below bigint not null
);
insert into search_backfill select coalesce(max(id) + 1, 0) from posts;
