-- Tokens are refreshed ahead of need. Whoever calls the network holds the grant until `refreshing_until`, outside of any
-- transaction. `refresh_at` is when to try next; null: never by itself.
alter table grants
  add column refresh_at       timestamptz,
  add column refresh_tries    integer not null default 0,
  add column refreshing_until timestamptz not null default '-infinity';
update grants set refresh_at = expires_at - interval '1 hour' where expires_at is not null;
create index grants_refresh on grants (refresh_at) where refresh_at is not null;

-- A sign-in that is for one channel joins no other account.
alter table sign_ins add column channel_id bigint references channels on delete cascade;
create index sign_ins_channel on sign_ins (channel_id) where channel_id is not null;

-- When to look next whether a target is going to be published as it stands.
alter table targets add column check_at timestamptz;
update targets set check_at = due_at - interval '24 hours' where status = 'pending' and wake_at is not null;
create index targets_check on targets (check_at) where check_at is not null;
