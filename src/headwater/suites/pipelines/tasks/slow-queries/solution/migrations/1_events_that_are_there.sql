-- Run once, after schema/02_by_user.sql: existing parts get the projection, too.
ALTER TABLE app.events MATERIALIZE PROJECTION by_user SETTINGS mutations_sync = 1;
