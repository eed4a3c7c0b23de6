-- E-mail addresses that somebody has shown to be theirs: by a link that Belfry mailed, or by the word of the OpenID
-- provider. Of the addresses there are, nothing says how they came, so they all count as not shown.
alter table users
  add column email_verified_at timestamptz,
  -- The address that another account has shown to be its own. Its former account still signs in by it and its password.
  add column lost_email text,
  -- Null: lost, and no other was given yet.
  alter column email drop not null;
create index users_lost_email on users (lower(lost_email)) where lost_email is not null;

-- Whether the link went to the address by mail. Links that were handed over show nothing of who has the address.
alter table invitations add column mailed boolean not null default false;
alter table password_resets add column mailed boolean not null default false;

-- The address that a person wants to have, until they open the link that was mailed to it.
create table email_changes (
  user_id    bigint primary key references users on delete cascade,
  email      text not null,
  token_hash bytea not null,
  expires_at timestamptz not null
);
create index email_changes_age on email_changes (expires_at);
