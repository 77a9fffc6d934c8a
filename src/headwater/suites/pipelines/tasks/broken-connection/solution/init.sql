CREATE SCHEMA IF NOT EXISTS app;

CREATE TABLE IF NOT EXISTS app.users (
    id integer PRIMARY KEY,
    username text NOT NULL UNIQUE CHECK (username <> ''),
    email text NOT NULL,
    created_at date NOT NULL
);
