-- Made by `node scripts/generate.ts`: the schema as the migrations leave it.
-- To read, not to run. It changes by a new file in server/migrations; there stand the reasons, too.

CREATE OR REPLACE FUNCTION public.clock_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$select now()$function$;

create table api_keys (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  user_id bigint not null,
  name text not null,
  hash bytea not null,
  scopes text[],
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_now(),
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES members(workspace_id, user_id) ON DELETE CASCADE
);

create table channels (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  platform text not null,
  account_id text not null,
  name text not null,
  username text not null,
  avatar_url text,
  limits jsonb not null default '{}'::jsonb,
  limits_read_at timestamp with time zone,
  posting_times text[] not null default '{09:00,12:00,17:00}'::text[],
  needs_reconnect boolean not null default false,
  reconnect_by timestamp with time zone,
  created_at timestamp with time zone not null default clock_now(),
  deleted_at timestamp with time zone,
  next_due_at timestamp with time zone,
  busy_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  paused_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint channels_pkey PRIMARY KEY (id),
  constraint channels_workspace_id_platform_account_id_key UNIQUE (workspace_id, platform, account_id),
  constraint channels_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table events (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  post_id bigint,
  target_id bigint,
  channel_id bigint,
  user_id bigint,
  kind text not null,
  data jsonb not null default '{}'::jsonb,
  at timestamp with time zone not null default clock_now(),
  constraint events_pkey PRIMARY KEY (id)
);

create table grants (
  channel_id bigint not null,
  workspace_id bigint not null,
  sealed bytea not null,
  version integer not null default 1,
  expires_at timestamp with time zone,
  updated_at timestamp with time zone not null default clock_now(),
  constraint grants_pkey PRIMARY KEY (channel_id),
  constraint grants_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE
);

create table idempotency_keys (
  workspace_id bigint not null,
  user_id bigint not null,
  key text not null,
  fingerprint bytea not null,
  status smallint not null,
  headers json not null default '{}'::json,
  body json not null,
  created_at timestamp with time zone not null default clock_now(),
  constraint idempotency_keys_pkey PRIMARY KEY (workspace_id, user_id, key),
  constraint idempotency_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table installation (
  only_one boolean not null default true,
  sealed bytea not null,
  constraint installation_pkey PRIMARY KEY (only_one),
  constraint installation_only_one_check CHECK (only_one)
);

create table journal (
  target_id bigint not null,
  name text not null,
  workspace_id bigint not null,
  kind text not null,
  state text not null,
  key uuid not null default gen_random_uuid(),
  result jsonb,
  warning text,
  first_at timestamp with time zone not null default clock_now(),
  last_at timestamp with time zone not null default clock_now(),
  sends integer not null default 1,
  constraint journal_pkey PRIMARY KEY (target_id, name),
  constraint journal_target_id_fkey FOREIGN KEY (target_id) REFERENCES targets(id) ON DELETE CASCADE,
  constraint journal_kind_check CHECK ((kind = ANY (ARRAY['step'::text, 'until'::text, 'commit'::text, 'after'::text]))),
  constraint journal_state_check CHECK ((state = ANY (ARRAY['open'::text, 'done'::text])))
);

create table media (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  name text not null,
  mime_type text not null,
  kind text not null,
  size bigint not null,
  width integer,
  height integer,
  duration integer,
  alt_text text,
  storage_key text not null,
  created_at timestamp with time zone not null default clock_now(),
  animated boolean not null default false,
  constraint media_pkey PRIMARY KEY (id),
  constraint media_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint media_kind_check CHECK ((kind = ANY (ARRAY['image'::text, 'video'::text])))
);

create table members (
  workspace_id bigint not null,
  user_id bigint not null,
  role text not null,
  created_at timestamp with time zone not null default clock_now(),
  constraint members_pkey PRIMARY KEY (workspace_id, user_id),
  constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint members_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'editor'::text, 'author'::text, 'viewer'::text])))
);

create table migrations (
  name text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (name)
);

create table network_apps (
  platform text not null,
  host text not null,
  sealed bytea not null,
  constraint network_apps_pkey PRIMARY KEY (platform, host)
);

create table post_media (
  post_id bigint not null,
  position smallint not null,
  media_id bigint not null,
  workspace_id bigint not null,
  constraint post_media_pkey PRIMARY KEY (post_id, "position"),
  constraint post_media_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id),
  constraint post_media_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);

create table posts (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  author_id bigint not null,
  content text not null default ''::text,
  status text not null,
  scheduled_at timestamp with time zone,
  planned_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_now(),
  updated_at timestamp with time zone not null default clock_now(),
  version integer not null default 1,
  constraint posts_pkey PRIMARY KEY (id),
  constraint posts_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint posts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint posts_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'pending_approval'::text, 'scheduled'::text, 'publishing'::text, 'published'::text, 'failed'::text])))
);

create table records (
  platform text not null,
  collection text not null,
  key text not null,
  data jsonb not null,
  seq bigint not null generated always as identity,
  constraint records_pkey PRIMARY KEY (platform, collection, key)
);

create table renditions (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  media_id bigint not null,
  purpose text not null,
  storage_key text,
  mime_type text,
  size bigint,
  width integer,
  height integer,
  created_at timestamp with time zone not null default clock_now(),
  constraint renditions_pkey PRIMARY KEY (id),
  constraint renditions_media_id_purpose_key UNIQUE (media_id, purpose),
  constraint renditions_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE,
  constraint renditions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table sign_ins (
  state_hash bytea not null,
  workspace_id bigint not null,
  user_id bigint not null,
  platform text not null,
  sealed bytea not null,
  expires_at timestamp with time zone not null,
  constraint sign_ins_pkey PRIMARY KEY (state_hash),
  constraint sign_ins_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table targets (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  post_id bigint not null,
  channel_id bigint not null,
  position smallint not null,
  status text not null default 'pending'::text,
  content text,
  settings jsonb not null default '{}'::jsonb,
  error jsonb,
  warnings jsonb not null default '[]'::jsonb,
  external_id text,
  external_url text,
  published_at timestamp with time zone,
  due_at timestamp with time zone,
  wake_at timestamp with time zone,
  lease_id uuid,
  tries integer not null default 0,
  crashes integer not null default 0,
  constraint targets_pkey PRIMARY KEY (id),
  constraint targets_post_id_channel_id_key UNIQUE (post_id, channel_id),
  constraint targets_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id),
  constraint targets_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint targets_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'publishing'::text, 'published'::text, 'failed'::text])))
);

create table users (
  id bigint not null generated always as identity,
  email text not null,
  name text not null,
  password_hash text not null,
  created_at timestamp with time zone not null default clock_now(),
  constraint users_pkey PRIMARY KEY (id)
);

create table workers (
  id uuid not null,
  claimed_at timestamp with time zone not null default clock_now(),
  constraint workers_pkey PRIMARY KEY (id)
);

create table workspaces (
  id bigint not null generated always as identity,
  name text not null,
  time_zone text not null default 'UTC'::text,
  requires_approval boolean not null default false,
  grace_hours integer not null default 24,
  created_at timestamp with time zone not null default clock_now(),
  media_count bigint not null default 0,
  media_bytes bigint not null default 0,
  constraint workspaces_pkey PRIMARY KEY (id),
  constraint workspaces_grace_hours_check CHECK (((grace_hours >= 0) AND (grace_hours <= 8760)))
);

CREATE UNIQUE INDEX api_keys_hash ON public.api_keys USING btree (hash);
CREATE INDEX api_keys_member ON public.api_keys USING btree (workspace_id, user_id);
CREATE INDEX channels_next_due ON public.channels USING btree (next_due_at) WHERE (next_due_at IS NOT NULL);
CREATE INDEX events_post ON public.events USING btree (post_id, id) WHERE (post_id IS NOT NULL);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);
CREATE INDEX media_page ON public.media USING btree (workspace_id, id DESC);
CREATE INDEX members_user ON public.members USING btree (user_id);
CREATE INDEX post_media_media ON public.post_media USING btree (media_id);
CREATE INDEX posts_list ON public.posts USING btree (workspace_id, scheduled_at DESC NULLS LAST, id DESC);
CREATE INDEX posts_list_by_status ON public.posts USING btree (workspace_id, status, scheduled_at DESC NULLS LAST, id DESC);
CREATE INDEX records_newest ON public.records USING btree (platform, collection, seq DESC);
CREATE INDEX targets_channel ON public.targets USING btree (channel_id, post_id);
CREATE INDEX targets_lane ON public.targets USING btree (channel_id, due_at, id) WHERE (wake_at IS NOT NULL);
CREATE UNIQUE INDEX targets_one_in_flight ON public.targets USING btree (channel_id) WHERE (lease_id IS NOT NULL);
CREATE INDEX targets_wake ON public.targets USING btree (channel_id, wake_at) WHERE (wake_at IS NOT NULL);
CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email));
