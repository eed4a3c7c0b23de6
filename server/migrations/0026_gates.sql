-- All attempts with an app of the operator pass its gate. The gate limits their number, and closes when the network asks
-- for a pause of the app. A network without apps gets a gate when it asks for such a pause.
create table gates (
  id            bigint generated always as identity primary key,
  -- The family of the app, or the platform of a network without apps.
  family        text not null,
  -- The version of the app. Null: the environment has its keys, or the network needs none.
  app_id        bigint references operator_apps on delete cascade,
  -- If there is no version: the networks whose attempts pass here.
  platforms     text[] not null default '{}',
  -- Attempts in flight at most. Null: any number.
  most          integer,
  paused_until  timestamptz not null default '-infinity',
  -- After a pause only one attempt passes: the probe. Its outcome opens the gate or renews the pause.
  is_narrow     boolean not null default false,
  -- The channel whose attempt is the probe.
  probe         bigint,
  -- The channels whose attempts have passed, and may have ended since.
  lanes         bigint[] not null default '{}',
  -- Raised by each change, so that a claim notices that it read an older state.
  version       bigint not null default 1,
  moved_at      timestamptz not null default clock_now(),
  -- Since when the network refuses the app itself, so that only the operator can help; and the refused probes since.
  refused_since timestamptz,
  refusals      integer not null default 0,
  unique nulls not distinct (family, app_id)
);
create index gates_app on gates (app_id) where app_id is not null;
insert into gates (family, app_id, most) select family, id, 8 from operator_apps;
