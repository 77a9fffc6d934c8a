CREATE SCHEMA IF NOT EXISTS app;

CREATE TABLE IF NOT EXISTS app.users
    id integer,
    username text,
    email text,
    created_at date
);
