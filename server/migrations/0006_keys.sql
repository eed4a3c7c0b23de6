-- Keys that people make: how to tell them apart, what they are limited to, and where they come from.
alter table api_keys
  -- The last four characters; null for keys from before.
  add column hint text,
  -- The channels the key is limited to; null: all that its member has.
  add column channel_ids bigint[],
  -- The key that this one follows. Each is followed once.
  add column rotated_from bigint references api_keys on delete set null,
  -- The key that asked for this one; null when a person did.
  add column made_with bigint references api_keys on delete set null;
create unique index api_keys_rotated_from on api_keys (rotated_from);
create index api_keys_made_with on api_keys (made_with) where made_with is not null;
