-- Run once, after schema/02_by_user.sql: materialize the projection for the existing parts.
ALTER TABLE app.events MATERIALIZE PROJECTION by_user SETTINGS mutations_sync = 1;
