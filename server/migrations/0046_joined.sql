-- Every file of a deleted post, so that the library need not read the posts in the bin.
alter table bin add column media_ids bigint[] not null default '{}';
update bin b set media_ids = array(
  select distinct (m->>'media_id')::bigint
  from jsonb_array_elements((b.rows->'post_media') || (b.rows->'post_files')) as m);

-- The sentences of reviews that a thread shows: few reviews have one.
create index reviews_spoken on reviews (post_id) where comment is not null;
