-- A person has taken the failed target out of the list of what wants a person. It counts until the target is due again.
alter table targets add column dismissed_at timestamptz;
-- The person who said that the target is published. Null: its network said so.
alter table targets add column confirmed_by bigint references users;

create index targets_wanting on targets (workspace_id, post_id)
  where status = 'failed' and (dismissed_at is null or dismissed_at < due_at);
create index targets_at_risk on targets (workspace_id, due_at) where status = 'pending' and warnings <> '[]';
create index reviews_rejected on reviews (workspace_id, id) where decision = 'rejected';
