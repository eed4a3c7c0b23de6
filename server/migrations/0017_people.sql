-- Limits per person count what somebody made, also after they handed it on. Null: made before this, or by the operator.
alter table workspaces add column made_by bigint references users on delete set null;
create index workspaces_made_by on workspaces (made_by) where made_by is not null;

-- Who changed a file of the post since it was saved or approved: none of them approves it.
alter table posts add column file_changed_by bigint[] not null default '{}';
