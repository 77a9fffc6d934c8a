CREATE SCHEMA app;

CREATE TABLE app.boards (board text PRIMARY KEY, title text NOT NULL);

INSERT INTO app.boards VALUES
    ('garden', 'Garden'), ('kitchen', 'Kitchen'), ('bikes', 'Bicycles'), ('attic', 'Things from the attic'), ('off-topic', 'Off topic');

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

-- Every ninth body is so long that Postgres keeps it outside of the row.
INSERT INTO app.posts
WITH numbered AS (
    SELECT k, hashint8(k)::bigint & 2147483647 AS h, hashint8(k + 700001)::bigint & 2147483647 AS g FROM generate_series(1, 4000) k
)
SELECT (ARRAY['garden', 'kitchen', 'bikes', 'attic', 'off-topic'])[1 + h % 5], k,
    (ARRAY['ines', 'joão', 'mirela', 'O''Neill', 'ülkü', 'bo "the bike"', '小林'])[1 + g % 7],
    CASE WHEN h % 6 = 2 THEN NULL WHEN h % 6 = 3 THEN '' ELSE 'Post ' || md5(k::text) END,
    CASE WHEN h % 9 = 4
        THEN (SELECT string_agg(md5(k::text || n), CASE n % 7 WHEN 3 THEN E'\n' ELSE ' ' END ORDER BY n) FROM generate_series(1, 260) n)
        ELSE E'It\tsaid: "' || g || E'" \\ and then\n' || md5(g::text) END,
    CASE WHEN g % 4 = 1 THEN '{}'::text[] ELSE ARRAY['tag ' || h % 12, 'a,b', '"' || g % 5 || '"'] END,
    CASE WHEN h % 500 = 7 THEN 9007199254740993 ELSE g % 4000 - 500 END,
    CASE WHEN g % 5 = 3 THEN NULL ELSE (g % 5000)::numeric / 1000 END,
    h % 40 = 3,
    timestamptz '2026-01-01 00:00:00+00' + h % 27000000 * interval '1 second' + g % 1000000 * interval '1 microsecond',
    CASE WHEN g % 11 = 0 THEN NULL ELSE ('198.51.' || h % 100 || '.' || g % 250)::inet END
FROM numbered;

CREATE TABLE app.visits (visit bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, board text, seen_at timestamptz, agent text);

INSERT INTO app.visits (board, seen_at, agent)
SELECT 'garden', timestamptz '2026-11-01 00:00:00+00' + k * interval '7 seconds', md5(k::text) FROM generate_series(1, 2000) k;

ANALYZE;
