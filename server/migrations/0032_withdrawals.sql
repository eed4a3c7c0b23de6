-- The ids by which a network's messages name the person who signed in. Null: the network sends none.
alter table grants add column people text[];
create index grants_people on grants using gin (people) where people is not null;

-- Messages by which a network said that a person ended a sign-in, or wants data deleted. They name no person.
create table withdrawals (
  -- Keyed hash of what the message says, so that a repetition is noticed.
  digest      bytea primary key,
  -- By which the person finds the state of a deletion. Null: only the sign-in was ended.
  code        text unique,
  -- How many channels lost their grant.
  channels    integer not null,
  received_at timestamptz not null default clock_now()
);
create index withdrawals_received on withdrawals (received_at);

-- Files by which networks check who owns the address of this installation.
create table verification_files (
  name       text primary key,
  content    text not null,
  updated_at timestamptz not null default clock_now()
);
