-- The time of publication apart from the planned time. Until now `scheduled_at` was both: it is still written, for the
-- release before, and goes in a later one.
alter table posts add column published_at timestamptz;
update posts set published_at = scheduled_at where status = 'published';

-- A process of the release before, which runs beside this one during a deployment, does not write the new column.
create function fill_published_at() returns trigger language plpgsql as $$
begin
  new.published_at := new.scheduled_at;
  return new;
end
$$;
create trigger posts_published_by_former_release before insert or update of status on posts for each row
  when (new.status = 'published' and new.published_at is null) execute function fill_published_at();

create index posts_shown on posts (workspace_id, (coalesce(published_at, planned_at)) desc nulls last, id desc);
create index posts_shown_by_status
  on posts (workspace_id, status, (coalesce(published_at, planned_at)) desc nulls last, id desc);
drop index posts_list;
drop index posts_list_by_status;
