-- Applied by the platform team.
CREATE DATABASE IF NOT EXISTS photos;

-- Written by the app, one row for each change.
CREATE TABLE IF NOT EXISTS photos.outbox (
    id UInt64,
    photo String,
    event String,
    at DateTime('UTC')
)
ENGINE = MergeTree
ORDER BY id;

-- How far publish.py is.
CREATE TABLE IF NOT EXISTS photos.published (
    up_to UInt64,
    at DateTime('UTC') DEFAULT now()
)
ENGINE = MergeTree
ORDER BY up_to;

-- Of the rows of a photo the one with the largest `applied` counts: nanoseconds since 1970 at which a worker applied it.
CREATE TABLE IF NOT EXISTS photos.search (
    photo String,
    title String,
    tags Array(String),
    visible Bool,
    preview_bytes UInt32,
    applied UInt64
)
ENGINE = ReplacingMergeTree(applied)
ORDER BY photo;
