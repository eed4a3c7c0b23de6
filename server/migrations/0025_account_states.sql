-- When people were last told that the network will require a new sign-in.
alter table channels add column reconnect_told_at timestamptz;
