CREATE SCHEMA IF NOT EXISTS app;

-- One row for each person. All four values are required, and no two people have the same username.
CREATE TABLE IF NOT EXISTS app.users (
    id integer PRIMARY KEY,
    username text NOT NULL UNIQUE CHECK (username <> ''),
    email text NOT NULL,
    created_at date NOT NULL
);
