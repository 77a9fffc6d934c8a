CREATE SCHEMA IF NOT EXISTS app;

-- One row for each person. All four values are required, and no two people have the same username.
CREATE TABLE IF NOT EXISTS app.users
    id integer,
    username text,
    email text,
    created_at date
);
