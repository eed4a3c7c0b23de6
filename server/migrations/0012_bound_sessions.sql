-- When what a person may do changes, their sessions get new tokens with their next answers. The former one is good
-- for a moment longer: requests with it may be under way.
alter table sessions
  add column outdated     boolean not null default false,
  add column former_hash  bytea unique,
  add column former_until timestamptz;

-- A sign-in at a network belongs to the session that began it, or to the key: it ends with them.
alter table sign_ins
  add column session_id bigint references sessions on delete cascade,
  add column key_id     bigint references api_keys on delete cascade;
create index sign_ins_session on sign_ins (session_id) where session_id is not null;
create index sign_ins_key on sign_ins (key_id) where key_id is not null;
