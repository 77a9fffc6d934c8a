CREATE DATABASE IF NOT EXISTS rail;

-- See docs/retention.md for the deadlines. A column TTL has no WHERE, so bookings with a hold get a date that is never reached.
CREATE TABLE IF NOT EXISTS rail.bookings (
    booking_id UInt64,
    booked_at DateTime('UTC'),
    travel_on Date,
    line LowCardinality(String),
    cents UInt32,
    name String TTL if(hold = 1, toDate('2149-06-06'), toStartOfYear(travel_on) + INTERVAL 4 YEAR),
    email String TTL if(hold = 1, toDate('2149-06-06'), toStartOfYear(travel_on) + INTERVAL 4 YEAR),
    phone String TTL if(hold = 1, toDate('2149-06-06'), toStartOfYear(travel_on) + INTERVAL 4 YEAR),
    born Nullable(Date) TTL if(hold = 1, toDate('2149-06-06'), toStartOfYear(travel_on) + INTERVAL 4 YEAR),
    hold UInt8 DEFAULT 0,
    loaded_at DateTime('UTC') DEFAULT now()
)
ENGINE = MergeTree
PARTITION BY toYear(travel_on)
ORDER BY (line, travel_on, booking_id)
TTL toStartOfYear(travel_on) + INTERVAL 11 YEAR DELETE WHERE hold = 0;
