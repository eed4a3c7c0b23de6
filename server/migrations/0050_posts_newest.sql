-- Lists of posts in the order in which they were created.
create index posts_newest on posts (workspace_id, id);
