CREATE SCHEMA app;

CREATE TABLE app.parcels (
    parcel_id bigint PRIMARY KEY,
    revision integer NOT NULL,
    depot text NOT NULL,
    state text NOT NULL,
    price numeric(12, 2) NOT NULL,
    posted_on date NOT NULL,
    updated_at timestamptz NOT NULL
);

CREATE TABLE app.deleted_parcels (
    parcel_id bigint NOT NULL,
    revision integer NOT NULL,
    deleted_at timestamptz NOT NULL,
    PRIMARY KEY (parcel_id, revision)
);

CREATE SCHEMA pipeline;

CREATE TABLE pipeline.progress (source text PRIMARY KEY, updated_at timestamptz NOT NULL);
