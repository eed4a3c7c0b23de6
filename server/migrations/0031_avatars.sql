-- Belfry's copy of the account's picture. `avatar_url` is the address that the network named.
alter table channels add column avatar_key text;
-- Bytes.
alter table channels add column avatar_size integer;
-- SHA-256 of the picture as the network sent it: the same bytes are not converted again.
alter table channels add column avatar_hash bytea;
-- When the picture is copied next, also if a copy fails or its process dies. Null: when the network names another one.
alter table channels add column avatar_due_at timestamptz;
alter table channels add column avatar_tries smallint not null default 0;

-- The channels that exist, and those that a process of the previous release still connects.
update channels set avatar_due_at = clock_now() where avatar_url is not null and deleted_at is null;
alter table channels alter column avatar_due_at set default clock_now();

create index channels_avatar_due on channels (avatar_due_at) where avatar_due_at is not null;
create index channels_avatar on channels (avatar_key) where avatar_key is not null;
