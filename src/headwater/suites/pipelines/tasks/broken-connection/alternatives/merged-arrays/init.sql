CREATE SCHEMA IF NOT EXISTS app;

-- One row for each person. All four values are required, and no two people have the same username.
CREATE TABLE IF NOT EXISTS app.users (
    id bigint NOT NULL,
    username varchar(200) NOT NULL,
    email varchar(320) NOT NULL,
    created_at date NOT NULL,
    CONSTRAINT users_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX IF NOT EXISTS users_username ON app.users (username);
