-- Captions of videos, in both formats that networks take. `media.captions` repeats what is known of them without their
-- texts, in the order in which they were added.
create table captions (
  media_id     bigint not null references media on delete cascade,
  language     text not null,
  workspace_id bigint not null references workspaces on delete cascade,
  vtt          text not null,
  srt          text not null,
  primary key (media_id, language)
);
create index captions_workspace on captions (workspace_id);
alter table media add column captions jsonb not null default '[]';
