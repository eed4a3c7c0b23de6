-- What people set about a channel, besides what its network says.
alter table channels add column display_name text;
-- The place in lists, from 1. Null: after all that have one.
alter table channels add column position integer;
-- Since when a person lets nothing go out. An attempt in flight ends.
alter table channels add column paused_at timestamptz;
-- {"mon": ["09:00"], …}. Null: every day has `posting_times`. Otherwise `posting_times` are those that all days share.
alter table channels add column posting_times_by_day jsonb;
alter table channels add column last_published_at timestamptz;
update channels c set last_published_at = t.at
  from (select channel_id, max(published_at) as at from targets where status = 'published' group by channel_id) as t
  where t.channel_id = c.id and t.at is not null;
