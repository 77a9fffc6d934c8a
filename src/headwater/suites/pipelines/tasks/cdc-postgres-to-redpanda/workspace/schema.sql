-- The tables of the website, which it makes itself.
CREATE TABLE app.boards (board text PRIMARY KEY, title text NOT NULL);

CREATE TABLE app.posts (
    board text NOT NULL REFERENCES app.boards,
    number integer NOT NULL,
    author text NOT NULL,
    title text,
    body text NOT NULL,
    tags text[] NOT NULL DEFAULT '{}',
    votes bigint NOT NULL DEFAULT 0,
    rating numeric(6, 3),
    is_hidden boolean NOT NULL DEFAULT false,
    posted_at timestamptz NOT NULL,
    author_ip inet,
    PRIMARY KEY (board, number)
);

CREATE TABLE app.visits (visit bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, board text, seen_at timestamptz, agent text);
