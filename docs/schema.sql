-- Made by `scripts/generate.ts`: the schema as the migrations leave it.
-- For reading only. To change the schema, add a file to server/migrations. The migrations also explain the reasons.

CREATE OR REPLACE FUNCTION public.clock_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$select now()$function$;

CREATE OR REPLACE FUNCTION public.fill_published_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.published_at := new.scheduled_at;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_added_posts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_marks (workspace_id, post_id) select workspace_id, id from added;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_changed_post()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_marks (workspace_id, post_id) values (new.workspace_id, new.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_post_of_target()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_marks (workspace_id, post_id) values (new.workspace_id, new.post_id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_posts_of_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_marks (workspace_id, post_id)
  select distinct workspace_id, post_id from touched where exists (select from posts p where p.id = touched.post_id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_rewriting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the event log is append-only: % of % refused', lower(tg_op), tg_table_name;
end $function$;

CREATE OR REPLACE FUNCTION public.targets_held_by()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.held_by := new.lease_id;
  return new;
end $function$;

create table account_choices (
  id bigint not null,
  workspace_id bigint not null,
  session_id bigint,
  key_id bigint,
  platform text not null,
  app_id bigint,
  sealed bytea,
  used_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  return_to text,
  constraint account_choices_pkey PRIMARY KEY (id),
  constraint account_choices_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  constraint account_choices_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint account_choices_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

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
  hint text,
  channel_ids bigint[],
  rotated_from bigint,
  made_with bigint,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_made_with_fkey FOREIGN KEY (made_with) REFERENCES api_keys(id) ON DELETE SET NULL,
  constraint api_keys_rotated_from_fkey FOREIGN KEY (rotated_from) REFERENCES api_keys(id) ON DELETE SET NULL,
  constraint api_keys_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES members(workspace_id, user_id) ON DELETE CASCADE
);

create table approved_copies (
  post_id bigint not null,
  review_id bigint not null,
  workspace_id bigint not null,
  post jsonb not null,
  constraint approved_copies_pkey PRIMARY KEY (post_id),
  constraint approved_copies_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint approved_copies_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE,
  constraint approved_copies_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table bin (
  id bigint not null generated always as identity,
  post_id bigint not null,
  workspace_id bigint not null,
  author_id bigint not null,
  channel_ids bigint[] not null,
  deleted_by bigint,
  deleted_at timestamp with time zone not null default clock_now(),
  digest bytea,
  rows jsonb not null,
  media_ids bigint[] not null default '{}'::bigint[],
  constraint bin_pkey PRIMARY KEY (id),
  constraint bin_post_id_key UNIQUE (post_id),
  constraint bin_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint bin_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint bin_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table captions (
  media_id bigint not null,
  language text not null,
  workspace_id bigint not null,
  vtt text not null,
  srt text not null,
  constraint captions_pkey PRIMARY KEY (media_id, language),
  constraint captions_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE,
  constraint captions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table channel_sets (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  name text not null,
  channel_ids bigint[] not null,
  created_at timestamp with time zone not null default clock_now(),
  constraint channel_sets_pkey PRIMARY KEY (id),
  constraint channel_sets_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
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
  grant_of bigint,
  reconnect_told_at timestamp with time zone,
  avatar_key text,
  avatar_size integer,
  avatar_hash bytea,
  avatar_due_at timestamp with time zone default clock_now(),
  avatar_tries smallint not null default 0,
  display_name text,
  position integer,
  paused_at timestamp with time zone,
  posting_times_by_day jsonb,
  last_published_at timestamp with time zone,
  constraint channels_pkey PRIMARY KEY (id),
  constraint channels_workspace_id_platform_account_id_key UNIQUE (workspace_id, platform, account_id),
  constraint channels_grant_of_fkey FOREIGN KEY (grant_of) REFERENCES channels(id) ON DELETE SET NULL,
  constraint channels_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table comment_marks (
  post_id bigint not null,
  user_id bigint not null,
  workspace_id bigint not null,
  read_until timestamp with time zone not null,
  constraint comment_marks_pkey PRIMARY KEY (post_id, user_id),
  constraint comment_marks_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint comment_marks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint comment_marks_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table comments (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  post_id bigint not null,
  author_id bigint not null,
  text text not null,
  mentions bigint[] not null default '{}'::bigint[],
  created_at timestamp with time zone not null default clock_now(),
  edited_at timestamp with time zone,
  constraint comments_pkey PRIMARY KEY (id),
  constraint comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint comments_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint comments_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table devices (
  user_id bigint not null,
  hash bytea not null,
  seen_at timestamp with time zone not null default clock_now(),
  constraint devices_pkey PRIMARY KEY (user_id, hash),
  constraint devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table email_changes (
  user_id bigint not null,
  email text not null,
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint email_changes_pkey PRIMARY KEY (user_id),
  constraint email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table erasures (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  user_id bigint not null,
  state text not null default 'queued'::text,
  wake_at timestamp with time zone,
  lease_id uuid,
  done bigint not null default 0,
  total bigint not null default 0,
  files text[] not null default '{}'::text[],
  created_at timestamp with time zone not null default clock_now(),
  ended_at timestamp with time zone,
  constraint erasures_pkey PRIMARY KEY (id),
  constraint erasures_workspace_id_key UNIQUE (workspace_id),
  constraint erasures_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text])))
);

create table event_heads (
  workspace_id bigint not null,
  seq bigint not null,
  hash bytea not null,
  constraint event_heads_pkey PRIMARY KEY (workspace_id)
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
  xid xid8 not null default pg_current_xact_id(),
  seq bigint,
  hash bytea,
  constraint events_pkey PRIMARY KEY (id),
  constraint events_sealed CHECK (((seq IS NULL) = (hash IS NULL)))
);

create table exports (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  user_id bigint not null,
  media boolean not null,
  state text not null default 'queued'::text,
  wake_at timestamp with time zone default clock_now(),
  lease_id uuid,
  tries integer not null default 0,
  done bigint not null default 0,
  total bigint not null default 0,
  bytes bigint not null default 0,
  error text,
  storage_key text,
  size bigint,
  created_at timestamp with time zone not null default clock_now(),
  ended_at timestamp with time zone,
  expires_at timestamp with time zone,
  constraint exports_pkey PRIMARY KEY (id),
  constraint exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint exports_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint exports_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text])))
);

create table gates (
  id bigint not null generated always as identity,
  family text not null,
  app_id bigint,
  platforms text[] not null default '{}'::text[],
  most integer,
  paused_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  is_narrow boolean not null default false,
  probe bigint,
  lanes bigint[] not null default '{}'::bigint[],
  version bigint not null default 1,
  moved_at timestamp with time zone not null default clock_now(),
  refused_since timestamp with time zone,
  refusals integer not null default 0,
  constraint gates_pkey PRIMARY KEY (id),
  constraint gates_family_app_id_key UNIQUE NULLS NOT DISTINCT (family, app_id),
  constraint gates_app_id_fkey FOREIGN KEY (app_id) REFERENCES operator_apps(id) ON DELETE CASCADE
);

create table grants (
  channel_id bigint not null,
  workspace_id bigint not null,
  sealed bytea not null,
  version integer not null default 1,
  expires_at timestamp with time zone,
  updated_at timestamp with time zone not null default clock_now(),
  refresh_at timestamp with time zone,
  refresh_tries integer not null default 0,
  refreshing_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  app_id bigint,
  id bigint not null generated by default as identity,
  login text,
  renews boolean not null default true,
  people text[],
  constraint grants_pkey PRIMARY KEY (channel_id),
  constraint grants_id_key UNIQUE (id),
  constraint grants_app_id_fkey FOREIGN KEY (app_id) REFERENCES operator_apps(id),
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

create table identities (
  id bigint not null generated always as identity,
  user_id bigint not null,
  issuer text not null,
  subject text not null,
  email text,
  created_at timestamp with time zone not null default clock_now(),
  last_used_at timestamp with time zone,
  constraint identities_pkey PRIMARY KEY (id),
  constraint identities_issuer_subject_key UNIQUE (issuer, subject),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table installation (
  only_one boolean not null default true,
  sealed bytea not null,
  beat bigint not null default 0,
  beat_at timestamp with time zone not null default clock_now(),
  constraint installation_pkey PRIMARY KEY (only_one),
  constraint installation_only_one_check CHECK (only_one)
);

create table invitations (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  email text not null,
  role text not null,
  channel_ids bigint[],
  token_hash bytea not null,
  invited_by bigint not null,
  created_at timestamp with time zone not null default clock_now(),
  expires_at timestamp with time zone not null,
  mailed boolean not null default false,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint invitations_workspace_id_invited_by_fkey FOREIGN KEY (workspace_id, invited_by) REFERENCES members(workspace_id, user_id) ON DELETE CASCADE,
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'editor'::text, 'author'::text, 'viewer'::text])))
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
  sealed bytea,
  place bigint not null generated by default as identity,
  constraint journal_pkey PRIMARY KEY (target_id, name),
  constraint journal_target_id_fkey FOREIGN KEY (target_id) REFERENCES targets(id) ON DELETE CASCADE,
  constraint journal_kind_check CHECK ((kind = ANY (ARRAY['step'::text, 'until'::text, 'commit'::text, 'after'::text]))),
  constraint journal_state_check CHECK ((state = ANY (ARRAY['open'::text, 'done'::text])))
);

create table labels (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  name text not null,
  folded text not null,
  color text not null,
  created_at timestamp with time zone not null default clock_now(),
  constraint labels_pkey PRIMARY KEY (id),
  constraint labels_workspace_id_folded_key UNIQUE (workspace_id, folded),
  constraint labels_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table link_cards (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  url text not null,
  url_hash bytea not null,
  title text,
  description text,
  site text,
  image_key text,
  image_size integer,
  expires_at timestamp with time zone not null,
  constraint link_cards_pkey PRIMARY KEY (id),
  constraint link_cards_workspace_id_url_hash_key UNIQUE (workspace_id, url_hash),
  constraint link_cards_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table mails (
  id bigint not null generated always as identity,
  message_id uuid not null,
  recipient text not null,
  subject text not null,
  sealed bytea,
  tries integer not null default 0,
  next_try_at timestamp with time zone default clock_now(),
  useless_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  last_error text,
  created_at timestamp with time zone not null default clock_now(),
  constraint mails_pkey PRIMARY KEY (id)
);

create table measurements (
  target_id bigint not null,
  workspace_id bigint not null,
  channel_id bigint not null,
  taken smallint not null default 0,
  tries integer not null default 0,
  next_at timestamp with time zone,
  constraint measurements_pkey PRIMARY KEY (target_id),
  constraint measurements_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE,
  constraint measurements_target_id_fkey FOREIGN KEY (target_id) REFERENCES targets(id) ON DELETE CASCADE,
  constraint measurements_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
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
  duration_ms integer,
  video_codec text,
  audio_codec text,
  frame_rate double precision,
  inspected_at timestamp with time zone,
  captions jsonb not null default '[]'::jsonb,
  frames integer,
  constraint media_pkey PRIMARY KEY (id),
  constraint media_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint media_kind_check CHECK ((kind = ANY (ARRAY['image'::text, 'video'::text])))
);

create table media_labels (
  media_id bigint not null,
  label_id bigint not null,
  workspace_id bigint not null,
  constraint media_labels_pkey PRIMARY KEY (media_id, label_id),
  constraint media_labels_label_id_fkey FOREIGN KEY (label_id) REFERENCES labels(id) ON DELETE CASCADE,
  constraint media_labels_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE,
  constraint media_labels_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table members (
  workspace_id bigint not null,
  user_id bigint not null,
  role text not null,
  created_at timestamp with time zone not null default clock_now(),
  channel_ids bigint[],
  constraint members_pkey PRIMARY KEY (workspace_id, user_id),
  constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint members_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint members_managers_unlimited CHECK (((channel_ids IS NULL) OR (role <> ALL (ARRAY['owner'::text, 'admin'::text])))),
  constraint members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'editor'::text, 'author'::text, 'viewer'::text])))
);

create table metrics (
  target_id bigint not null,
  number smallint not null,
  workspace_id bigint not null,
  measured_at timestamp with time zone not null default clock_now(),
  numbers jsonb not null,
  expires_at timestamp with time zone,
  constraint metrics_pkey PRIMARY KEY (target_id, number),
  constraint metrics_target_id_fkey FOREIGN KEY (target_id) REFERENCES targets(id) ON DELETE CASCADE,
  constraint metrics_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
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

create table notice_mailings (
  user_id bigint not null,
  at_once_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint notice_mailings_pkey PRIMARY KEY (user_id),
  constraint notice_mailings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table notice_positions (
  workspace_id bigint not null,
  seq bigint not null,
  constraint notice_positions_pkey PRIMARY KEY (workspace_id),
  constraint notice_positions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table notice_settings (
  workspace_id bigint not null,
  user_id bigint not null,
  kind text not null,
  in_app boolean not null,
  mail text not null,
  constraint notice_settings_pkey PRIMARY KEY (workspace_id, user_id, kind),
  constraint notice_settings_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES members(workspace_id, user_id) ON DELETE CASCADE,
  constraint notice_settings_mail_check CHECK ((mail = ANY (ARRAY['off'::text, 'at_once'::text, 'hourly'::text, 'daily'::text])))
);

create table notices (
  id bigint not null generated always as identity,
  user_id bigint not null,
  workspace_id bigint,
  kind text not null,
  topic text not null,
  post_id bigint,
  channel_id bigint,
  count integer not null,
  items jsonb not null,
  in_app boolean not null,
  created_at timestamp with time zone not null default clock_now(),
  updated_at timestamp with time zone not null default clock_now(),
  read_at timestamp with time zone,
  is_open boolean not null,
  mail text not null,
  is_urgent boolean not null,
  mail_due_at timestamp with time zone,
  mailed_at timestamp with time zone,
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notices_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint notices_mail_check CHECK ((mail = ANY (ARRAY['off'::text, 'at_once'::text, 'hourly'::text, 'daily'::text])))
);

create table openid_flows (
  state_hash bytea not null,
  browser_hash bytea not null,
  session_id bigint,
  sealed bytea not null,
  expires_at timestamp with time zone not null,
  constraint openid_flows_pkey PRIMARY KEY (state_hash),
  constraint openid_flows_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);

create table operator_apps (
  id bigint not null generated by default as identity,
  family text not null,
  sealed bytea not null,
  created_at timestamp with time zone not null default clock_now(),
  constraint operator_apps_pkey PRIMARY KEY (id)
);

create table passkey_challenges (
  id bigint not null generated always as identity,
  challenge text not null,
  session_id bigint,
  browser_hash bytea,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (id),
  constraint passkey_challenges_browser_hash_key UNIQUE (browser_hash),
  constraint passkey_challenges_session_id_key UNIQUE (session_id),
  constraint passkey_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint passkey_challenges_check CHECK ((num_nonnulls(session_id, browser_hash) = 1))
);

create table passkeys (
  id bigint not null generated always as identity,
  user_id bigint not null,
  name text not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamp with time zone not null default clock_now(),
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table password_resets (
  token_hash bytea not null,
  email text not null,
  user_id bigint,
  workspace_id bigint,
  made_by bigint,
  created_at timestamp with time zone not null default clock_now(),
  expires_at timestamp with time zone not null,
  mailed boolean not null default false,
  constraint password_resets_pkey PRIMARY KEY (token_hash),
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint password_resets_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table post_files (
  post_id bigint not null,
  media_id bigint not null,
  workspace_id bigint not null,
  constraint post_files_pkey PRIMARY KEY (post_id, media_id),
  constraint post_files_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id),
  constraint post_files_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);

create table post_labels (
  post_id bigint not null,
  label_id bigint not null,
  workspace_id bigint not null,
  constraint post_labels_pkey PRIMARY KEY (post_id, label_id),
  constraint post_labels_label_id_fkey FOREIGN KEY (label_id) REFERENCES labels(id) ON DELETE CASCADE,
  constraint post_labels_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint post_labels_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
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

create table post_words (
  post_id bigint not null,
  workspace_id bigint not null,
  words tsvector not null,
  spoken text[] not null default '{}'::text[],
  constraint post_words_pkey PRIMARY KEY (post_id),
  constraint post_words_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint post_words_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
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
  submitted_by bigint,
  approved_digest bytea,
  file_changed_by bigint[] not null default '{}'::bigint[],
  published_at timestamp with time zone,
  constraint posts_pkey PRIMARY KEY (id),
  constraint posts_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint posts_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES users(id),
  constraint posts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint posts_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'pending_approval'::text, 'scheduled'::text, 'publishing'::text, 'published'::text, 'failed'::text])))
);

create table preparations (
  target_id bigint not null,
  workspace_id bigint not null,
  version integer not null,
  digest text,
  lease uuid not null,
  ends_at timestamp with time zone not null,
  tries integer not null default 1,
  next_at timestamp with time zone default clock_now(),
  constraint preparations_pkey PRIMARY KEY (target_id),
  constraint preparations_target_id_fkey FOREIGN KEY (target_id) REFERENCES targets(id) ON DELETE CASCADE,
  constraint preparations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table processes (
  id uuid not null,
  version text not null,
  role text not null,
  seen_at timestamp with time zone not null default clock_now(),
  constraint processes_pkey PRIMARY KEY (id)
);

create table rate_counts (
  subject text not null,
  used integer not null,
  ends_at timestamp with time zone not null,
  constraint rate_counts_pkey PRIMARY KEY (subject)
);

create table records (
  platform text not null,
  collection text not null,
  key text not null,
  data jsonb not null,
  seq bigint not null generated always as identity,
  constraint records_pkey PRIMARY KEY (platform, collection, key)
);

create table recovery_codes (
  user_id bigint not null,
  hash bytea not null,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES second_factors(user_id) ON DELETE CASCADE
);

create table releases (
  version text not null,
  oldest_beside text not null,
  noted_at timestamp with time zone not null default clock_now(),
  constraint releases_pkey PRIMARY KEY (version)
);

create table removals (
  target_id bigint not null,
  workspace_id bigint not null,
  post_id bigint not null,
  channel_id bigint not null,
  user_id bigint,
  parts jsonb not null,
  tries integer not null default 0,
  requested_at timestamp with time zone not null default clock_now(),
  next_at timestamp with time zone,
  constraint removals_pkey PRIMARY KEY (target_id),
  constraint removals_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE,
  constraint removals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint removals_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
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

create table reviews (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  post_id bigint not null,
  reviewer_id bigint not null,
  decision text not null,
  comment text,
  version integer not null,
  created_at timestamp with time zone not null default clock_now(),
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint reviews_reviewer_id_fkey FOREIGN KEY (reviewer_id) REFERENCES users(id),
  constraint reviews_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint reviews_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text])))
);

create table revisits (
  target_id bigint not null,
  workspace_id bigint not null,
  channel_id bigint not null,
  taken smallint not null default 0,
  next_at timestamp with time zone,
  constraint revisits_pkey PRIMARY KEY (target_id),
  constraint revisits_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE,
  constraint revisits_target_id_fkey FOREIGN KEY (target_id) REFERENCES targets(id) ON DELETE CASCADE,
  constraint revisits_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table revocations (
  id bigint not null generated by default as identity,
  workspace_id bigint not null,
  channel_id bigint not null,
  platform text not null,
  account_id text not null,
  lane jsonb not null,
  login text,
  sealed bytea not null,
  app_id bigint,
  tries integer not null default 0,
  try_at timestamp with time zone not null default clock_now(),
  constraint revocations_pkey PRIMARY KEY (id)
);

create table search_authors (
  workspace_id bigint not null,
  user_id bigint not null,
  constraint search_authors_pkey PRIMARY KEY (workspace_id, user_id),
  constraint search_authors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint search_authors_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table search_backfill (
  below bigint not null
);

create table search_marks (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  post_id bigint not null,
  constraint search_marks_pkey PRIMARY KEY (id),
  constraint search_marks_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table second_factors (
  user_id bigint not null,
  sealed bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  constraint second_factors_pkey PRIMARY KEY (user_id),
  constraint second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table sends (
  counter text not null,
  at timestamp with time zone not null default clock_now()
);

create table sessions (
  id bigint not null generated always as identity,
  user_id bigint not null,
  token_hash bytea not null,
  address text not null,
  user_agent text not null,
  created_at timestamp with time zone not null default clock_now(),
  last_used_at timestamp with time zone not null default clock_now(),
  outdated boolean not null default false,
  former_hash bytea,
  former_until timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_former_hash_key UNIQUE (former_hash),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table sign_in_attempts (
  subject bytea not null,
  failures integer not null default 1,
  last_at timestamp with time zone not null default clock_now(),
  blocked_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint sign_in_attempts_pkey PRIMARY KEY (subject)
);

create table sign_ins (
  state_hash bytea not null,
  workspace_id bigint not null,
  user_id bigint not null,
  platform text not null,
  sealed bytea not null,
  expires_at timestamp with time zone not null,
  session_id bigint,
  key_id bigint,
  channel_id bigint,
  app_id bigint,
  id bigint not null generated by default as identity,
  return_to text,
  constraint sign_ins_pkey PRIMARY KEY (state_hash),
  constraint sign_ins_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE,
  constraint sign_ins_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  constraint sign_ins_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint sign_ins_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table suggestions (
  workspace_id bigint not null,
  kind text not null,
  platform text not null,
  folded text not null,
  text text not null,
  uses integer not null default 1,
  used_at timestamp with time zone not null,
  channel_ids bigint[] not null,
  constraint suggestions_pkey PRIMARY KEY (workspace_id, kind, platform, folded),
  constraint suggestions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint suggestions_kind_check CHECK ((kind = ANY (ARRAY['mention'::text, 'tag'::text])))
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
  asking boolean not null default false,
  check_at timestamp with time zone,
  media_ids bigint[],
  image_fit text not null default 'pad'::text,
  parts jsonb,
  removed_at timestamp with time zone,
  dismissed_at timestamp with time zone,
  confirmed_by bigint,
  held_by uuid,
  constraint targets_pkey PRIMARY KEY (id),
  constraint targets_post_id_channel_id_key UNIQUE (post_id, channel_id),
  constraint targets_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id),
  constraint targets_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES users(id),
  constraint targets_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint targets_image_fit_check CHECK ((image_fit = ANY (ARRAY['pad'::text, 'crop'::text]))),
  constraint targets_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'publishing'::text, 'published'::text, 'failed'::text])))
);

create table transcodings (
  media_id bigint not null,
  workspace_id bigint not null,
  purpose text not null,
  lease uuid not null,
  ends_at timestamp with time zone not null,
  tries integer not null default 1,
  constraint transcodings_pkey PRIMARY KEY (media_id, purpose),
  constraint transcodings_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE,
  constraint transcodings_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table upload_slices (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  upload_id bigint not null,
  start bigint not null,
  size bigint not null,
  storage_key text not null,
  constraint upload_slices_pkey PRIMARY KEY (id),
  constraint upload_slices_upload_id_start_key UNIQUE (upload_id, start),
  constraint upload_slices_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id) ON DELETE CASCADE,
  constraint upload_slices_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table uploads (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  user_id bigint not null,
  name text not null,
  alt_text text,
  size bigint not null,
  received bigint not null default 0,
  media_id bigint,
  created_at timestamp with time zone not null default clock_now(),
  expires_at timestamp with time zone not null,
  constraint uploads_pkey PRIMARY KEY (id),
  constraint uploads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint uploads_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

create table users (
  id bigint not null generated always as identity,
  email text,
  name text not null,
  password_hash text not null,
  created_at timestamp with time zone not null default clock_now(),
  last_workspace_id bigint,
  language text,
  time_zone text,
  handle uuid not null default gen_random_uuid(),
  email_verified_at timestamp with time zone,
  lost_email text,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_last_workspace_id_fkey FOREIGN KEY (last_workspace_id) REFERENCES workspaces(id) ON DELETE SET NULL,
  constraint users_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text])))
);

create table verification_files (
  name text not null,
  content text not null,
  updated_at timestamp with time zone not null default clock_now(),
  constraint verification_files_pkey PRIMARY KEY (name)
);

create table webhook_deliveries (
  id bigint not null generated always as identity,
  webhook_id bigint not null,
  workspace_id bigint not null,
  seq bigint,
  kind text not null,
  cause text not null,
  try integer not null,
  at timestamp with time zone not null default clock_now(),
  duration_ms integer not null,
  status smallint,
  error text,
  url text not null,
  headers json not null,
  body text not null,
  answer text,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE,
  constraint webhook_deliveries_cause_check CHECK ((cause = ANY (ARRAY['event'::text, 'redelivery'::text, 'test'::text])))
);

create table webhook_secrets (
  id bigint not null generated always as identity,
  webhook_id bigint not null,
  workspace_id bigint not null,
  sealed bytea not null,
  retires_at timestamp with time zone,
  constraint webhook_secrets_pkey PRIMARY KEY (id),
  constraint webhook_secrets_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);

create table webhooks (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  url text not null,
  description text not null default ''::text,
  kinds text[] not null,
  channel_ids bigint[],
  created_at timestamp with time zone not null default clock_now(),
  position bigint not null,
  tries integer not null default 0,
  failing_since timestamp with time zone,
  last_error text,
  next_try_at timestamp with time zone,
  disabled_at timestamp with time zone,
  disabled_because text,
  lease_id uuid,
  leased_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint webhooks_disabled CHECK (((disabled_at IS NULL) = (disabled_because IS NULL))),
  constraint webhooks_disabled_because_check CHECK ((disabled_because = ANY (ARRAY['person'::text, 'failing'::text, 'gone'::text]))),
  constraint webhooks_failing CHECK (((next_try_at IS NULL) OR (failing_since IS NOT NULL)))
);

create table withdrawals (
  digest bytea not null,
  code text,
  channels integer not null,
  received_at timestamp with time zone not null default clock_now(),
  constraint withdrawals_pkey PRIMARY KEY (digest),
  constraint withdrawals_code_key UNIQUE (code)
);

create table workers (
  id uuid not null,
  claimed_at timestamp with time zone not null default clock_now(),
  constraint workers_pkey PRIMARY KEY (id)
);

create table working_copies (
  post_id bigint not null,
  user_id bigint not null,
  workspace_id bigint not null,
  base_version integer not null,
  post jsonb not null,
  media_ids bigint[] not null,
  updated_at timestamp with time zone not null default clock_now(),
  constraint working_copies_pkey PRIMARY KEY (post_id, user_id),
  constraint working_copies_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint working_copies_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint working_copies_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
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
  allow_self_review boolean not null default false,
  posting_times text[] not null default '{09:00,12:00,17:00}'::text[],
  erased_at timestamp with time zone,
  made_by bigint,
  constraint workspaces_pkey PRIMARY KEY (id),
  constraint workspaces_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint workspaces_grace_hours_check CHECK (((grace_hours >= 0) AND (grace_hours <= 8760)))
);

CREATE INDEX account_choices_age ON public.account_choices USING btree (expires_at);
CREATE INDEX account_choices_key ON public.account_choices USING btree (key_id) WHERE (key_id IS NOT NULL);
CREATE INDEX account_choices_session ON public.account_choices USING btree (session_id) WHERE (session_id IS NOT NULL);
CREATE INDEX account_choices_workspace ON public.account_choices USING btree (workspace_id);
CREATE UNIQUE INDEX api_keys_hash ON public.api_keys USING btree (hash);
CREATE INDEX api_keys_made_with ON public.api_keys USING btree (made_with) WHERE (made_with IS NOT NULL);
CREATE INDEX api_keys_member ON public.api_keys USING btree (workspace_id, user_id);
CREATE UNIQUE INDEX api_keys_rotated_from ON public.api_keys USING btree (rotated_from);
CREATE INDEX approved_copies_review ON public.approved_copies USING btree (review_id);
CREATE INDEX approved_copies_workspace ON public.approved_copies USING btree (workspace_id);
CREATE INDEX bin_old ON public.bin USING btree (deleted_at);
CREATE INDEX bin_workspace ON public.bin USING btree (workspace_id, id);
CREATE INDEX captions_workspace ON public.captions USING btree (workspace_id);
CREATE INDEX channel_sets_workspace ON public.channel_sets USING btree (workspace_id);
CREATE INDEX channels_avatar ON public.channels USING btree (avatar_key) WHERE (avatar_key IS NOT NULL);
CREATE INDEX channels_avatar_due ON public.channels USING btree (avatar_due_at) WHERE (avatar_due_at IS NOT NULL);
CREATE INDEX channels_grant ON public.channels USING btree (grant_of) WHERE (grant_of IS NOT NULL);
CREATE INDEX channels_next_due ON public.channels USING btree (next_due_at) WHERE (next_due_at IS NOT NULL);
CREATE INDEX comment_marks_user ON public.comment_marks USING btree (user_id);
CREATE INDEX comment_marks_workspace ON public.comment_marks USING btree (workspace_id);
CREATE INDEX comments_post ON public.comments USING btree (post_id, id);
CREATE INDEX comments_workspace ON public.comments USING btree (workspace_id);
CREATE INDEX email_changes_age ON public.email_changes USING btree (expires_at);
CREATE INDEX erasures_wake ON public.erasures USING btree (wake_at) WHERE (wake_at IS NOT NULL);
CREATE INDEX events_at ON public.events USING btree (workspace_id, at, seq) WHERE (seq IS NOT NULL);
CREATE UNIQUE INDEX events_chain ON public.events USING btree (workspace_id, seq) WHERE (seq IS NOT NULL);
CREATE INDEX events_kind ON public.events USING btree (workspace_id, kind, at, seq) WHERE (seq IS NOT NULL);
CREATE INDEX events_post ON public.events USING btree (post_id, id) WHERE (post_id IS NOT NULL);
CREATE INDEX events_unsealed ON public.events USING btree (id) WHERE (seq IS NULL);
CREATE INDEX events_user ON public.events USING btree (workspace_id, user_id, at, seq) WHERE ((seq IS NOT NULL) AND (user_id IS NOT NULL));
CREATE UNIQUE INDEX exports_one_at_work ON public.exports USING btree (workspace_id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX exports_wake ON public.exports USING btree (wake_at) WHERE (wake_at IS NOT NULL);
CREATE INDEX exports_workspace ON public.exports USING btree (workspace_id, id);
CREATE INDEX gates_app ON public.gates USING btree (app_id) WHERE (app_id IS NOT NULL);
CREATE INDEX grants_app ON public.grants USING btree (app_id) WHERE (app_id IS NOT NULL);
CREATE INDEX grants_login ON public.grants USING btree (workspace_id, login) WHERE (login IS NOT NULL);
CREATE INDEX grants_people ON public.grants USING gin (people) WHERE (people IS NOT NULL);
CREATE INDEX grants_refresh ON public.grants USING btree (refresh_at) WHERE (refresh_at IS NOT NULL);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);
CREATE INDEX identities_user ON public.identities USING btree (user_id);
CREATE UNIQUE INDEX invitations_email ON public.invitations USING btree (workspace_id, lower(email));
CREATE INDEX invitations_inviter ON public.invitations USING btree (workspace_id, invited_by);
CREATE UNIQUE INDEX invitations_token ON public.invitations USING btree (token_hash);
CREATE INDEX link_cards_expires ON public.link_cards USING btree (expires_at);
CREATE INDEX mails_age ON public.mails USING btree (created_at);
CREATE INDEX mails_due ON public.mails USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE INDEX mails_recipient ON public.mails USING btree (lower(recipient), created_at);
CREATE INDEX measurements_channel ON public.measurements USING btree (channel_id);
CREATE INDEX measurements_due ON public.measurements USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX measurements_workspace ON public.measurements USING btree (workspace_id);
CREATE INDEX media_page ON public.media USING btree (workspace_id, id DESC);
CREATE INDEX media_uncounted ON public.media USING btree (id) WHERE (animated AND (frames IS NULL));
CREATE INDEX media_uninspected ON public.media USING btree (id) WHERE ((kind = 'video'::text) AND (inspected_at IS NULL));
CREATE INDEX media_labels_label ON public.media_labels USING btree (label_id, media_id);
CREATE INDEX media_labels_workspace ON public.media_labels USING btree (workspace_id);
CREATE INDEX members_role ON public.members USING btree (workspace_id, role);
CREATE INDEX members_user ON public.members USING btree (user_id);
CREATE INDEX metrics_expiry ON public.metrics USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX metrics_workspace ON public.metrics USING btree (workspace_id);
CREATE UNIQUE INDEX notices_account ON public.notices USING btree (user_id, kind, topic) WHERE (workspace_id IS NULL);
CREATE INDEX notices_age ON public.notices USING btree (created_at);
CREATE INDEX notices_due ON public.notices USING btree (mail_due_at) WHERE (mail_due_at IS NOT NULL);
CREATE INDEX notices_old ON public.notices USING btree (created_at) WHERE is_open;
CREATE UNIQUE INDEX notices_open ON public.notices USING btree (workspace_id, user_id, kind, topic) WHERE is_open;
CREATE INDEX notices_page ON public.notices USING btree (user_id, workspace_id, id DESC) WHERE in_app;
CREATE INDEX notices_unread ON public.notices USING btree (user_id, workspace_id) WHERE (in_app AND (read_at IS NULL));
CREATE INDEX notices_waiting ON public.notices USING btree (user_id) WHERE (mail_due_at IS NOT NULL);
CREATE INDEX openid_flows_age ON public.openid_flows USING btree (expires_at);
CREATE INDEX openid_flows_session ON public.openid_flows USING btree (session_id);
CREATE INDEX operator_apps_family ON public.operator_apps USING btree (family, id);
CREATE INDEX passkey_challenges_age ON public.passkey_challenges USING btree (expires_at);
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);
CREATE INDEX password_resets_email ON public.password_resets USING btree (lower(email), created_at);
CREATE INDEX password_resets_user ON public.password_resets USING btree (user_id);
CREATE INDEX post_files_media ON public.post_files USING btree (media_id);
CREATE INDEX post_labels_label ON public.post_labels USING btree (label_id, post_id);
CREATE INDEX post_labels_workspace ON public.post_labels USING btree (workspace_id);
CREATE INDEX post_media_media ON public.post_media USING btree (media_id);
CREATE INDEX post_words_newest ON public.post_words USING btree (workspace_id, post_id);
CREATE INDEX post_words_words ON public.post_words USING gin (words) WITH (fastupdate=off);
CREATE INDEX posts_newest ON public.posts USING btree (workspace_id, id);
CREATE INDEX posts_shown ON public.posts USING btree (workspace_id, COALESCE(published_at, planned_at) DESC NULLS LAST, id DESC);
CREATE INDEX posts_shown_by_status ON public.posts USING btree (workspace_id, status, COALESCE(published_at, planned_at) DESC NULLS LAST, id DESC);
CREATE INDEX preparations_workspace ON public.preparations USING btree (workspace_id);
CREATE INDEX records_newest ON public.records USING btree (platform, collection, seq DESC);
CREATE INDEX removals_channel ON public.removals USING btree (channel_id);
CREATE INDEX removals_due ON public.removals USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX removals_workspace ON public.removals USING btree (workspace_id);
CREATE INDEX reviews_post ON public.reviews USING btree (post_id, id);
CREATE INDEX reviews_rejected ON public.reviews USING btree (workspace_id, id) WHERE (decision = 'rejected'::text);
CREATE INDEX reviews_spoken ON public.reviews USING btree (post_id) WHERE (comment IS NOT NULL);
CREATE INDEX revisits_channel ON public.revisits USING btree (channel_id);
CREATE INDEX revisits_due ON public.revisits USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX revisits_workspace ON public.revisits USING btree (workspace_id);
CREATE INDEX revocations_due ON public.revocations USING btree (try_at);
CREATE INDEX search_authors_user ON public.search_authors USING btree (user_id);
CREATE INDEX search_marks_workspace ON public.search_marks USING btree (workspace_id, id);
CREATE INDEX sends_counter ON public.sends USING btree (counter, at);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);
CREATE INDEX sign_in_attempts_age ON public.sign_in_attempts USING btree (last_at);
CREATE INDEX sign_ins_channel ON public.sign_ins USING btree (channel_id) WHERE (channel_id IS NOT NULL);
CREATE INDEX sign_ins_key ON public.sign_ins USING btree (key_id) WHERE (key_id IS NOT NULL);
CREATE INDEX sign_ins_session ON public.sign_ins USING btree (session_id) WHERE (session_id IS NOT NULL);
CREATE INDEX suggestions_latest ON public.suggestions USING btree (workspace_id, kind, used_at DESC);
CREATE INDEX targets_at_risk ON public.targets USING btree (workspace_id, due_at) WHERE ((status = 'pending'::text) AND (warnings <> '[]'::jsonb));
CREATE INDEX targets_channel ON public.targets USING btree (channel_id, post_id);
CREATE INDEX targets_check ON public.targets USING btree (check_at) WHERE (check_at IS NOT NULL);
CREATE INDEX targets_in_flight ON public.targets USING btree (channel_id) WHERE (held_by IS NOT NULL);
CREATE INDEX targets_lane ON public.targets USING btree (channel_id, due_at, id) WHERE (wake_at IS NOT NULL);
CREATE UNIQUE INDEX targets_one_in_flight ON public.targets USING btree (channel_id) WHERE (lease_id IS NOT NULL);
CREATE INDEX targets_published ON public.targets USING btree (published_at) WHERE (status = 'published'::text);
CREATE INDEX targets_wake ON public.targets USING btree (channel_id, wake_at) WHERE (wake_at IS NOT NULL);
CREATE INDEX targets_wanting ON public.targets USING btree (workspace_id, post_id) WHERE ((status = 'failed'::text) AND ((dismissed_at IS NULL) OR (dismissed_at < due_at)));
CREATE INDEX transcodings_workspace ON public.transcodings USING btree (workspace_id);
CREATE INDEX upload_slices_workspace ON public.upload_slices USING btree (workspace_id);
CREATE INDEX uploads_expires ON public.uploads USING btree (expires_at);
CREATE INDEX uploads_user ON public.uploads USING btree (user_id);
CREATE INDEX uploads_workspace ON public.uploads USING btree (workspace_id);
CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email));
CREATE INDEX users_lost_email ON public.users USING btree (lower(lost_email)) WHERE (lost_email IS NOT NULL);
CREATE INDEX webhook_deliveries_age ON public.webhook_deliveries USING brin (at);
CREATE INDEX webhook_deliveries_page ON public.webhook_deliveries USING btree (webhook_id, id DESC);
CREATE UNIQUE INDEX webhook_secrets_current ON public.webhook_secrets USING btree (webhook_id) WHERE (retires_at IS NULL);
CREATE INDEX webhook_secrets_webhook ON public.webhook_secrets USING btree (webhook_id, id);
CREATE INDEX webhooks_next_try ON public.webhooks USING btree (next_try_at) WHERE ((next_try_at IS NOT NULL) AND (disabled_at IS NULL));
CREATE INDEX webhooks_workspace ON public.webhooks USING btree (workspace_id, id);
CREATE INDEX withdrawals_received ON public.withdrawals USING btree (received_at);
CREATE INDEX working_copies_media ON public.working_copies USING gin (media_ids);
CREATE INDEX working_copies_old ON public.working_copies USING btree (updated_at);
CREATE INDEX working_copies_user ON public.working_copies USING btree (user_id);
CREATE INDEX working_copies_workspace ON public.working_copies USING btree (workspace_id);
CREATE INDEX workspaces_made_by ON public.workspaces USING btree (made_by) WHERE (made_by IS NOT NULL);

CREATE TRIGGER event_heads_advance BEFORE UPDATE ON public.event_heads FOR EACH ROW WHEN (((new.workspace_id <> old.workspace_id) OR (new.seq <= old.seq))) EXECUTE FUNCTION refuse_rewriting();

CREATE TRIGGER event_heads_stay BEFORE DELETE ON public.event_heads FOR EACH ROW WHEN (((old.workspace_id)::text IS DISTINCT FROM current_setting('belfry.erased_workspace'::text, true))) EXECUTE FUNCTION refuse_rewriting();

CREATE TRIGGER event_heads_stay_all BEFORE TRUNCATE ON public.event_heads FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

CREATE TRIGGER events_are_sealed_once BEFORE UPDATE ON public.events FOR EACH ROW WHEN (((old.seq IS NOT NULL) OR (new.seq IS NULL) OR ((((((((((new.id IS DISTINCT FROM old.id) OR (new.workspace_id IS DISTINCT FROM old.workspace_id)) OR (new.post_id IS DISTINCT FROM old.post_id)) OR (new.target_id IS DISTINCT FROM old.target_id)) OR (new.channel_id IS DISTINCT FROM old.channel_id)) OR (new.user_id IS DISTINCT FROM old.user_id)) OR (new.kind IS DISTINCT FROM old.kind)) OR (new.data IS DISTINCT FROM old.data)) OR (new.at IS DISTINCT FROM old.at)) OR (new.xid IS DISTINCT FROM old.xid)))) EXECUTE FUNCTION refuse_rewriting();

CREATE TRIGGER events_come_unsealed BEFORE INSERT ON public.events FOR EACH ROW WHEN ((new.seq IS NOT NULL)) EXECUTE FUNCTION refuse_rewriting();

CREATE TRIGGER events_stay BEFORE DELETE ON public.events FOR EACH ROW WHEN (((old.workspace_id)::text IS DISTINCT FROM current_setting('belfry.erased_workspace'::text, true))) EXECUTE FUNCTION refuse_rewriting();

CREATE TRIGGER events_stay_all BEFORE TRUNCATE ON public.events FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

CREATE TRIGGER labels_added_to_search AFTER INSERT ON public.post_labels REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION mark_posts_of_rows();

CREATE TRIGGER labels_removed_from_search AFTER DELETE ON public.post_labels REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION mark_posts_of_rows();

CREATE TRIGGER posts_added_to_search AFTER INSERT ON public.posts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_added_posts();

CREATE TRIGGER posts_changed_in_search AFTER UPDATE OF content, status ON public.posts FOR EACH ROW WHEN (((old.content IS DISTINCT FROM new.content) OR ((old.status = 'draft'::text) AND (new.status <> 'draft'::text)))) EXECUTE FUNCTION mark_changed_post();

CREATE TRIGGER posts_published_by_former_release BEFORE INSERT OR UPDATE OF status ON public.posts FOR EACH ROW WHEN (((new.status = 'published'::text) AND (new.published_at IS NULL))) EXECUTE FUNCTION fill_published_at();

CREATE TRIGGER targets_added_to_search AFTER INSERT ON public.targets REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION mark_posts_of_rows();

CREATE TRIGGER targets_changed_in_search AFTER UPDATE OF content, settings ON public.targets FOR EACH ROW WHEN (((old.content IS DISTINCT FROM new.content) OR (old.settings IS DISTINCT FROM new.settings))) EXECUTE FUNCTION mark_post_of_target();

CREATE TRIGGER targets_held_by BEFORE UPDATE OF lease_id ON public.targets FOR EACH ROW WHEN (((new.lease_id IS DISTINCT FROM old.lease_id) AND (NOT (new.held_by IS DISTINCT FROM old.held_by)))) EXECUTE FUNCTION targets_held_by();

CREATE TRIGGER targets_removed_from_search AFTER DELETE ON public.targets REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION mark_posts_of_rows();
