-- Once, after schema/02_by_user.sql: parts that are there get the projection, too.
ALTER TABLE app.events MATERIALIZE PROJECTION by_user SETTINGS mutations_sync = 1;
