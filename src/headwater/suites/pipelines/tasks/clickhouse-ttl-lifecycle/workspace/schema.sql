CREATE DATABASE IF NOT EXISTS rail;

CREATE TABLE IF NOT EXISTS rail.bookings (
    booking_id UInt64,
    booked_at DateTime('UTC'),
    travel_on Date,
    line LowCardinality(String),
    cents UInt32,
    name String TTL loaded_at + INTERVAL 3 YEAR,
    email String TTL loaded_at + INTERVAL 3 YEAR,
    phone String TTL loaded_at + INTERVAL 3 YEAR,
    born Nullable(Date) TTL loaded_at + INTERVAL 3 YEAR,
    hold UInt8 DEFAULT 0,
    loaded_at DateTime('UTC') DEFAULT now()
)
ENGINE = MergeTree
PARTITION BY toYear(travel_on)
ORDER BY (line, travel_on, booking_id)
TTL loaded_at + INTERVAL 10 YEAR;
