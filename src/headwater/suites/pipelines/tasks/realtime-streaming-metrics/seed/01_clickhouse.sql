create database analytics;

create table analytics.realtime_metrics (
    host String,
    metric String,
    minute DateTime('UTC'),
    kind String,
    samples UInt32,
    total Float64,
    low Float64,
    high Float64,
    last Float64
)
engine = ReplacingMergeTree
order by (host, metric, minute);

-- The minutes of 31 May are billed, and their readings are no longer in Kafka.
insert into analytics.realtime_metrics
select
    host, metric, minute, if(metric in ('cpu_percent', 'memory_mb'), 'gauge', 'counter'), samples,
    value / 1000, low / 1000, high / 1000, (low + sipHash64(number, 5) % (high - low)) / 1000
from (
    select
        number,
        concat(['web-0', 'db-0', 'cache-0'][1 + intDiv(number, 1440) % 3], toString(1 + intDiv(number, 4320) % 3)) as host,
        ['cpu_percent', 'memory_mb', 'cpu_seconds', 'egress_bytes'][1 + intDiv(number, 12960)] as metric,
        toDateTime('2026-05-31 00:00:00', 'UTC') + number % 1440 * 60 as minute,
        1 + sipHash64(number, 1) % 2 as samples,
        100000 + sipHash64(number, 2) % 9000000 as value,
        value - sipHash64(number, 3) % 90000 as low,
        value + 1 + sipHash64(number, 4) % 90000 as high
    from numbers(51840)
);
