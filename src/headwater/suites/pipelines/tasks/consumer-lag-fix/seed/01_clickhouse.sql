create database usage;

create table usage.events (
    id String,
    account UInt32,
    meter LowCardinality(String),
    units Decimal(18, 6),
    at DateTime64(3, 'UTC')
)
engine = MergeTree
partition by toYYYYMMDD(at)
order by (account, meter, at);

create table usage.rejected (
    kafka_partition UInt16,
    kafka_offset UInt64,
    payload String,
    reason String
)
engine = MergeTree
order by (kafka_partition, kafka_offset);

-- These events arrived in the month before; Kafka does not have them any more.
insert into usage.events
select
    lower(hex(sipHash64(number, 811))),
    1000 + sipHash64(number, 1) % 180,
    ['cpu_hours', 'egress_gb', 'requests', 'storage_gb_hours'][1 + sipHash64(number, 2) % 4],
    toDecimal64(sipHash64(number, 3) % 4000000, 6) / 1000,
    toDateTime64('2026-05-01 00:00:00', 3, 'UTC') + toIntervalMillisecond(number * 6450 + sipHash64(number, 4) % 6400)
from numbers(400000)
settings max_partitions_per_insert_block = 1000;
