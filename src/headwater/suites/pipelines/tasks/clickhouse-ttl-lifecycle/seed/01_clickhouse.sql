create database rail;

create table rail.bookings (
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
engine = MergeTree
partition by toYear(travel_on)
order by (line, travel_on, booking_id)
TTL loaded_at + INTERVAL 10 YEAR;

-- There are more bookings every year, made up to ten months ahead. All that existed on 8 March 2026 was loaded that night.
insert into rail.bookings
with
    sipHash64(number, 1) as a,
    sipHash64(number, 2) as b,
    sipHash64(number, 3) as c,
    toDate('2012-01-01') + toUInt16(pow(number / 500000, 0.6) * 5400) + a % 12 as trip,
    toDateTime(trip, 'UTC') - 86400 * toUInt32(1 + pow(b % 1000 / 1000, 4) * 300) + c % 86400 as booked,
    ['Ada', 'Bo', 'Cem', 'Dora', 'Emil', 'Finn', 'Gro', 'Hana', 'Ivo', 'Jana'][a % 10 + 1] as first,
    ['Lindgren', 'Quist', 'Celik', 'Moreau', 'Novak', 'Okafor', 'Peeters', 'Rossi', 'Sand', 'Toth'][intDiv(a, 16) % 10 + 1] as last
select
    100000 + number * 3 + a % 3 as booking_id,
    least(booked, toDateTime('2026-05-31 20:00:00', 'UTC') - c % 900000) as booked_at,
    trip as travel_on,
    ['alpine', 'coast', 'harbour', 'lakes', 'night'][b % 5 + 1] as line,
    900 + c % 14000 as cents,
    first || ' ' || last as name,
    lower(first) || '.' || lower(last) || toString(number) || '@mail.example' as email,
    if(b % 6 = 0, '', '+44 20 ' || leftPad(toString(c % 10000000), 7, '0')) as phone,
    if(c % 9 = 0, null, toDate('1945-01-01') + b % 23000) as born,
    a % 400 = 0 as hold,
    if(booked_at < '2026-03-08 00:00:00', toDateTime('2026-03-08 02:00:00', 'UTC') + intDiv(number, 100), booked_at + 4) as loaded_at
from numbers(500000);
