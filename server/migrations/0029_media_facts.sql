-- Facts about videos that networks limit. They are null in videos of earlier releases, until a post with them is planned.
alter table media add column duration_ms integer;
-- `avc`, `hevc`, `vp8`, `vp9` or `av1`.
alter table media add column video_codec text;
-- `none` in a video without sound.
alter table media add column audio_codec text;
-- Frames per second.
alter table media add column frame_rate double precision;
-- When these facts were read, or could not be read.
alter table media add column inspected_at timestamptz;

create index media_uninspected on media (id) where kind = 'video' and inspected_at is null;
