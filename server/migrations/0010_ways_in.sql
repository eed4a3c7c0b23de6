-- Ways to sign in beside a password: passkeys, and accounts at an OpenID provider. Who has no password has an empty
-- password_hash.

-- What authenticators know a person by. It is random, so that it tells nobody who they are.
alter table users add column handle uuid not null default gen_random_uuid();

create table passkeys (
  id            bigint generated always as identity primary key,
  user_id       bigint not null references users on delete cascade,
  name          text not null,
  -- Of the authenticator's making; no two people of the installation may have the same.
  credential_id bytea not null unique,
  -- As COSE.
  public_key    bytea not null,
  -- How often the authenticator says it has signed; 0 for one that does not count.
  counter       bigint not null,
  transports    text[] not null,
  created_at    timestamptz not null default clock_now(),
  last_used_at  timestamptz
);
create index passkeys_user on passkeys (user_id);

-- What an authenticator is to sign, once: for a session that adds a passkey, or for a browser that wants to sign in
-- and keeps a token in a cookie, of which only a hash is kept here.
create table passkey_challenges (
  id           bigint generated always as identity primary key,
  challenge    text not null,
  session_id   bigint unique references sessions on delete cascade,
  browser_hash bytea unique,
  expires_at   timestamptz not null,
  check (num_nonnulls(session_id, browser_hash) = 1)
);
create index passkey_challenges_age on passkey_challenges (expires_at);

-- Who somebody is at a provider: its issuer, and what it calls them, which never changes.
create table identities (
  id           bigint generated always as identity primary key,
  user_id      bigint not null references users on delete cascade,
  issuer       text not null,
  subject      text not null,
  -- For people to tell them apart; it decides nothing.
  email        text,
  created_at   timestamptz not null default clock_now(),
  last_used_at timestamptz,
  unique (issuer, subject)
);
create index identities_user on identities (user_id);

-- People on their way through a provider: good once, in the browser that began.
create table openid_flows (
  state_hash   bytea primary key,
  browser_hash bytea not null,
  -- Of whoever adds this way to their account; null: somebody signs in.
  session_id   bigint references sessions on delete cascade,
  -- The nonce, the verifier of PKCE, where to go afterwards, and the token of an invitation.
  sealed       bytea not null,
  expires_at   timestamptz not null
);
create index openid_flows_age on openid_flows (expires_at);
create index openid_flows_session on openid_flows (session_id);
