-- The sends of commits that count against a number which a network allows, one row for each counter. A counter is a
-- channel (`channel:5`) or a version of an app (`app:meta:12`).
create table sends (
  counter text not null,
  at      timestamptz not null default clock_now()
);
create index sends_counter on sends (counter, at);
