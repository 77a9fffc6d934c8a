-- Load users.csv into app.users; psql runs this file in one transaction and stops at the first error.
SET LOCAL client_min_messages = warning;
\ir init.sql

-- The temporary table has the constraints of app.users, so that an invalid list fails before anything is written.
CREATE TEMPORARY TABLE listed (LIKE app.users INCLUDING ALL) ON COMMIT DROP;
\copy listed (id, username, email, created_at) FROM users.csv WITH (FORMAT csv, HEADER match)

UPDATE app.users
SET username = listed.username, email = listed.email, created_at = listed.created_at
FROM listed
WHERE users.id = listed.id
  AND (users.username, users.email, users.created_at) IS DISTINCT FROM (listed.username, listed.email, listed.created_at);
\set changed :ROW_COUNT

INSERT INTO app.users (id, username, email, created_at)
SELECT id, username, email, created_at FROM listed
WHERE NOT EXISTS (SELECT FROM app.users WHERE users.id = listed.id);
\echo users.csv: :ROW_COUNT new, :changed changed
