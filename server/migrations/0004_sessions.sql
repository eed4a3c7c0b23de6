-- Where a person was last, so that they find themselves there again.
alter table users add column last_workspace_id bigint references workspaces on delete set null;

-- Who signed in, and where. Of the cookie only a hash is kept. A session that ended has no row.
create table sessions (
  id           bigint generated always as identity primary key,
  user_id      bigint not null references users on delete cascade,
  token_hash   bytea not null unique,
  address      text not null,
  user_agent   text not null,
  created_at   timestamptz not null default clock_now(),
  -- To the minute: not every request writes it down.
  last_used_at timestamptz not null default clock_now()
);
create index sessions_user on sessions (user_id);

-- Attempts to prove who one is, by e-mail address and by network address (hashes of them). An attempt counts before
-- it is looked at, and is taken back when it succeeds: many at once are no way around.
create table sign_in_attempts (
  subject       bytea primary key,
  failures      integer not null default 1,
  last_at       timestamptz not null default clock_now(),
  blocked_until timestamptz not null default '-infinity'
);
create index sign_in_attempts_age on sign_in_attempts (last_at);

-- The seed of an authenticator app; not in force until its first code was shown.
create table second_factors (
  user_id      bigint primary key references users on delete cascade,
  sealed       bytea not null,
  confirmed_at timestamptz,
  -- The latest half minute, counted from 1970, whose code was used: each code opens once.
  last_step    bigint not null default 0
);

create table recovery_codes (
  user_id bigint not null references second_factors on delete cascade,
  hash    bytea not null,
  primary key (user_id, hash)
);
