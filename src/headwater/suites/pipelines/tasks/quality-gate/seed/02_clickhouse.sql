create database quality;

create table quality.results (
    batch_id UInt64,
    rule LowCardinality(String),
    status Enum8('pass' = 1, 'fail' = 2, 'skip' = 3),
    violations UInt32,
    lines UInt32,
    first_line UInt32,
    judged_at DateTime('UTC')
)
engine = MergeTree
order by (batch_id, rule);
