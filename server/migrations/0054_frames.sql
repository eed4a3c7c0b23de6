-- Frames of an animated image. Null until they are counted, which a process of the previous release does not do: then they
-- are counted once a post with the image is planned. 0: they could not be counted.
alter table media add column frames integer;
create index media_uncounted on media (id) where animated and frames is null;
