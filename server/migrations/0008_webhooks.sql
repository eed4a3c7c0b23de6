-- A webhook reads the event log of its workspace and sends on what it is for. No table of pending deliveries: what is
-- still to be sent is what lies behind `position`.
create table webhooks (
  id             bigint generated always as identity primary key,
  workspace_id   bigint not null references workspaces on delete cascade,
  url            text not null,
  description    text not null default '',
  -- Names of kinds, `noun.*` or `*`.
  kinds          text[] not null,
  -- Null: all channels.
  channel_ids    bigint[],
  created_at     timestamptz not null default clock_now(),
  -- The seq up to which everything was delivered or is not for it.
  position       bigint not null,
  -- Of a webhook that fails: how often in a row, since when, why, and when it is tried again. Null: it does not fail.
  tries          integer not null default 0,
  failing_since  timestamptz,
  last_error     text,
  next_try_at    timestamptz,
  disabled_at    timestamptz,
  disabled_because text check (disabled_because in ('person', 'failing', 'gone')),
  -- Whoever holds the lease sends for it; nobody else does until then. When it is over: when it was last served.
  lease_id       uuid,
  leased_until   timestamptz not null default '-infinity',
  constraint webhooks_disabled check ((disabled_at is null) = (disabled_because is null)),
  constraint webhooks_failing check (next_try_at is null or failing_since is not null)
-- Each delivery moves the position: with room on the page no index is touched.
) with (fillfactor = 50);
create index webhooks_workspace on webhooks (workspace_id, id);
create index webhooks_next_try on webhooks (next_try_at) where next_try_at is not null and disabled_at is null;

-- Sealed. The one without an end signs; a rotated one signs beside it until it retires.
create table webhook_secrets (
  id           bigint generated always as identity primary key,
  webhook_id   bigint not null references webhooks on delete cascade,
  workspace_id bigint not null,
  sealed       bytea not null,
  retires_at   timestamptz
);
create unique index webhook_secrets_current on webhook_secrets (webhook_id) where retires_at is null;
create index webhook_secrets_webhook on webhook_secrets (webhook_id, id);

-- What was sent and answered, an attempt each; a few hundred of each webhook are kept for some days.
create table webhook_deliveries (
  id           bigint generated always as identity primary key,
  webhook_id   bigint not null references webhooks on delete cascade,
  workspace_id bigint not null,
  -- Null: a test.
  seq          bigint,
  kind         text not null,
  cause        text not null check (cause in ('event', 'redelivery', 'test')),
  try          integer not null,
  at           timestamptz not null default clock_now(),
  duration_ms  integer not null,
  -- Null: no answer came.
  status       smallint,
  -- Null: delivered.
  error        text,
  url          text not null,
  headers      json not null,
  body         text not null,
  answer       text
);
create index webhook_deliveries_page on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_age on webhook_deliveries using brin (at);
