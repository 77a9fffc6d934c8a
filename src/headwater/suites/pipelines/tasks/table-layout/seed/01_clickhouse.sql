create database raw;

create database analytics;

create table raw.usage (
    seq UInt64,
    ts String,
    account String,
    resource String,
    meter String,
    unit String,
    region String,
    plan String,
    value String
)
engine = MergeTree
order by tuple();

insert into raw.usage
with
    -- Every eleventh sample is late, by up to nine days; agents on one host measure at the same times.
    number - number % 2 as pair,
    cityHash64(number, 1) as h,
    cityHash64(pair, 2) as p,
    toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + toIntervalMillisecond(toUInt64(pair * 4320 + p % 4000)) as measured,
    if(number % 11 = 0 and number > 200000, measured - toIntervalSecond(h % 777600), measured) as at,
    intDiv(p, 7) % 320 as account,
    intDiv(p, 5000) % 6 as slot,
    intDiv(p, 60000) % 8 as kind
select
    number * 3 + 1000 + h % 3,
    formatDateTime(at, '%Y-%m-%d %H:%i:%S.') || leftPad(toString(toUnixTimestamp64Milli(at) % 1000), 3, '0'),
    'acct-' || leftPad(toString(account), 4, '0'),
    ['vm', 'vol', 'bkt', 'db'][slot % 4 + 1] || '-' || leftPad(toString(account), 5, '0') || '-' || toString(slot),
    ['vm_hours', 'volume_gb_hours', 'bucket_gb_hours', 'requests', 'egress_gb', 'ingress_gb', 'db_hours', 'backup_gb'][kind + 1],
    ['h', 'GBh', 'GBh', '1', 'GB', 'GB', 'h', 'GB'][kind + 1],
    if(h % 61 = 0, '', ['eu-north', 'eu-west', 'us-east', 'us-west', 'ap-south', 'sa-east'][account % 6 + 1]),
    if(account % 9 = 0, '', ['starter', 'team', 'scale', 'enterprise'][account % 4 + 1]),
    multiIf(
        h % 5003 = 0, toString(1000000000 + h % 8999999999) || '.' || leftPad(toString(h % 999983 + 1), 6, '0'),
        h % 977 = 0, '-' || toString(h % 90) || '.5',
        number % 2 = 1 and h % 40 = 0, toString(p % 700) || '.25',
        number % 2 = 0 and cityHash64(number + 1, 1) % 40 = 0, toString(p % 700) || '.25',
        toString(h % 700) || '.' || leftPad(toString(h % 999983 + 1), 6, '0')
    )
from numbers(2400000);
