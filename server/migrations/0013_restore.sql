-- The network is only asked whether it is live: nothing is sent.
alter table targets add column asking boolean not null default false;

-- Goes up while the database lives, and with each restore by very much. Whoever remembers a higher one knows that the
-- database was taken back to an earlier state.
alter table installation
  add column beat bigint not null default 0,
  add column beat_at timestamptz not null default clock_now();
