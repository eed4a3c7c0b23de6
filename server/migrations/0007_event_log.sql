-- The events of a workspace become a chain. Writers insert as before and never wait for one another; afterwards the
-- sealer numbers them without a gap, and each carries the hash of itself and of the one before it.
alter table events
  -- Who wrote it: the sealer waits until that transaction and all earlier ones are over.
  add column xid xid8 not null default pg_current_xact_id(),
  -- Null until it is sealed.
  add column seq bigint,
  add column hash bytea,
  add constraint events_sealed check ((seq is null) = (hash is null));

create index events_unsealed on events (id) where seq is null;
create unique index events_chain on events (workspace_id, seq) where seq is not null;
create index events_at on events (workspace_id, at, seq) where seq is not null;
create index events_kind on events (workspace_id, kind, at, seq) where seq is not null;
create index events_user on events (workspace_id, user_id, at, seq) where seq is not null and user_id is not null;

-- Each event is written twice; what the first time leaves behind must not pile up in events_unsealed.
alter table events set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000);

-- The last event of each chain.
create table event_heads (
  workspace_id bigint primary key,
  seq          bigint not null,
  hash         bytea not null
);

-- Not even a defect can rewrite what happened. Only the erasure of a whole workspace may delete, and says which:
-- select set_config('belfry.erased_workspace', '7', true)
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception 'the event log is append-only: % of % refused', lower(tg_op), tg_table_name;
end $$;

create trigger events_come_unsealed before insert on events for each row
  when (new.seq is not null) execute function refuse_rewriting();
create trigger events_are_sealed_once before update on events for each row
  when (old.seq is not null or new.seq is null
    or (new.id, new.workspace_id, new.post_id, new.target_id, new.channel_id, new.user_id, new.kind, new.data, new.at,
        new.xid)
      is distinct from
       (old.id, old.workspace_id, old.post_id, old.target_id, old.channel_id, old.user_id, old.kind, old.data, old.at,
        old.xid))
  execute function refuse_rewriting();
create trigger events_stay before delete on events for each row
  when (old.workspace_id::text is distinct from current_setting('belfry.erased_workspace', true))
  execute function refuse_rewriting();
create trigger events_stay_all before truncate on events execute function refuse_rewriting();

create trigger event_heads_advance before update on event_heads for each row
  when (new.workspace_id <> old.workspace_id or new.seq <= old.seq) execute function refuse_rewriting();
create trigger event_heads_stay before delete on event_heads for each row
  when (old.workspace_id::text is distinct from current_setting('belfry.erased_workspace', true))
  execute function refuse_rewriting();
create trigger event_heads_stay_all before truncate on event_heads execute function refuse_rewriting();
