-- Each release that has written this database, and the oldest one that may run on it beside that release. A process of
-- an older one refuses to start.
create table releases (
  version       text primary key,
  oldest_beside text not null,
  noted_at      timestamptz not null default clock_now()
);

-- The processes that run on this database: each notes every ten seconds that it does.
create table processes (
  id      uuid primary key,
  version text not null,
  role    text not null,
  seen_at timestamptz not null default clock_now()
);
