DROP TRIGGER IF EXISTS posts_to_outbox ON app.posts;
DROP FUNCTION IF EXISTS transfer.note, transfer.as_json, transfer.key_of;
DROP TABLE IF EXISTS transfer.outbox;
DROP SCHEMA IF EXISTS transfer;
