-- Decisions on posts that had to be approved.
create table reviews (
  id           bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  post_id      bigint not null references posts on delete cascade,
  reviewer_id  bigint not null references users,
  decision     text not null check (decision in ('approved', 'rejected')),
  comment      text,
  -- The post's, as the decision left it: while it has this one, nothing happened since.
  version      integer not null,
  created_at   timestamptz not null default clock_now()
);
create index reviews_post on reviews (post_id, id);

-- Who submitted the post as it is; null while it need not be approved.
alter table posts add column submitted_by bigint references users;
-- Of exactly what was approved; null when no approval was needed. What does not match it is never published.
alter table posts add column approved_digest bytea;

-- A workspace with nobody else to ask: its only reviewer may approve own posts.
alter table workspaces add column allow_self_review boolean not null default false;
