CREATE SCHEMA IF NOT EXISTS app;

-- One row for each person. All four values are required, and no two people have the same username.
-- The constraint is deferrable, so that one statement can exchange the usernames of two people.
CREATE TABLE IF NOT EXISTS app.users (
    id integer PRIMARY KEY,
    username text NOT NULL CONSTRAINT users_have_a_name CHECK (trim(username) <> ''),
    email text NOT NULL CONSTRAINT users_have_an_address CHECK (trim(email) <> ''),
    created_at date NOT NULL,
    CONSTRAINT users_have_their_own_name UNIQUE (username) DEFERRABLE INITIALLY IMMEDIATE
);
