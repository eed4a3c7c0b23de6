-- A quick lane gives out several targets at once. `held_by` names the attempt that has a target; `lease_id` is set only on
-- the last of them, so that the unique index still shows that one worker has the lane.
alter table targets add column held_by uuid;
update targets set held_by = lease_id where lease_id is not null;
create index targets_in_flight on targets (channel_id) where held_by is not null;

-- A process of the previous release writes only `lease_id`, and so takes a target from the attempt that had it.
create function targets_held_by() returns trigger language plpgsql as $$
begin
  new.held_by := new.lease_id;
  return new;
end $$;
create trigger targets_held_by before update of lease_id on targets
  for each row when (new.lease_id is distinct from old.lease_id and new.held_by is not distinct from old.held_by)
  execute function targets_held_by();
