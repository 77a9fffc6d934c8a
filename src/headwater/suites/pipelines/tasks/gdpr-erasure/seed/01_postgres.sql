-- Larder, an app in which people share recipes. Its people are in 02_people.py, and what they did in 03_activity.py.
CREATE SCHEMA app;
CREATE SCHEMA ops;
CREATE SCHEMA privacy;

CREATE TABLE app.accounts (
    account_id bigint PRIMARY KEY,
    email text NOT NULL,
    name text NOT NULL,
    created_at timestamptz NOT NULL,
    deleted_at timestamptz
);
CREATE UNIQUE INDEX accounts_email ON app.accounts (lower(email));
CREATE TABLE app.account_history (
    history_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id bigint NOT NULL,
    changed_at timestamptz NOT NULL,
    before jsonb NOT NULL
);
CREATE FUNCTION app.keep_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO app.account_history (account_id, changed_at, before) VALUES (old.account_id, now(), to_jsonb(old));
    RETURN coalesce(new, old);
END $$;
CREATE TABLE app.account_merges (
    merge_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    from_id bigint NOT NULL,
    from_email text NOT NULL,
    into_id bigint NOT NULL,
    merged_at timestamptz NOT NULL
);
COMMENT ON COLUMN app.account_merges.from_id IS 'The row of app.accounts is gone, and sign-up may issue the number again.';
CREATE TABLE app.email_changes (
    change_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id bigint NOT NULL,
    old_email text NOT NULL,
    new_email text NOT NULL,
    changed_at timestamptz NOT NULL
);
CREATE TABLE app.recipes (
    recipe_id bigint PRIMARY KEY,
    account_id bigint REFERENCES app.accounts ON DELETE CASCADE,
    title text NOT NULL,
    body text NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX recipes_account ON app.recipes (account_id);
CREATE TABLE app.comments (
    comment_id bigint PRIMARY KEY,
    recipe_id bigint NOT NULL REFERENCES app.recipes ON DELETE CASCADE,
    account_id bigint REFERENCES app.accounts ON DELETE CASCADE,
    body text NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX comments_account ON app.comments (account_id);
CREATE INDEX comments_recipe ON app.comments (recipe_id);
CREATE TABLE app.invoices (
    invoice_id bigint PRIMARY KEY,
    account_id bigint,
    billing_name text,
    billing_email text,
    country text NOT NULL,
    amount numeric(10, 2) NOT NULL,
    billed_at timestamptz NOT NULL
);
CREATE TABLE app.tickets (
    ticket_id bigint PRIMARY KEY,
    account_id bigint,
    opened_at timestamptz NOT NULL,
    payload jsonb NOT NULL
);
CREATE TABLE ops.dead_letters (
    letter_id bigint PRIMARY KEY,
    received_at timestamptz NOT NULL,
    payload text NOT NULL,
    error text NOT NULL
);
CREATE TABLE privacy.requests (
    request_id bigint PRIMARY KEY,
    account_id bigint,
    email text,
    requested_at timestamptz NOT NULL,
    status text NOT NULL CHECK (status IN ('open', 'done', 'held', 'withdrawn')),
    completed_at timestamptz
);
CREATE TABLE privacy.holds (
    hold_id bigint PRIMARY KEY,
    account_id bigint NOT NULL,
    reason text NOT NULL,
    placed_at timestamptz NOT NULL,
    released_at timestamptz
);
CREATE TABLE privacy.audit (
    request_id bigint NOT NULL,
    store text NOT NULL CHECK (store IN ('postgres', 'clickhouse', 'files')),
    rows_erased bigint NOT NULL,
    erased_at timestamptz NOT NULL,
    PRIMARY KEY (request_id, store)
);
CREATE TABLE privacy.keys (key_id integer PRIMARY KEY, secret bytea NOT NULL);
COMMENT ON TABLE privacy.keys IS 'Keys for values that must be recognized and not read. Never leaves this server in clear.';
INSERT INTO privacy.keys VALUES (1, decode('7c1f0a4be9d35286b1c47f90ad3e58260f91bb7e4d2ac853', 'hex'));
