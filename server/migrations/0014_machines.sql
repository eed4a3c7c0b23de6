-- Requests of each caller in the window that runs, as far as processes have taken them in advance. Not logged: what a
-- crash of the database loses is a minute's counting.
create unlogged table rate_counts (
  subject text primary key,
  used    integer not null,
  ends_at timestamptz not null
) with (fillfactor = 70);
