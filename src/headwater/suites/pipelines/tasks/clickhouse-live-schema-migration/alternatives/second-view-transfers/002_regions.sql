ALTER TABLE ads.events ADD COLUMN IF NOT EXISTS region LowCardinality(String) MATERIALIZED if(
    match(account, '(?i)^(nl|be|lu)-'),
    if(toYYYYMM(at) <= 202608, 'west', 'benelux'),
    multiIf(
        match(account, '(?i)^(de|at|ch)-'), 'dach',
        match(account, '(?i)^fr-'), 'west',
        match(account, '(?i)^(uk|gb|ie)-'), 'uki',
        match(account, '(?i)^(se|no|dk|fi)-'), 'nordics',
        match(account, '(?i)^(jp|kr|au|nz|sg)-'), 'apac',
        'other'
    )
);

-- Inserts that do not know the column yet have to end first.
SELECT sleep(3);

ALTER TABLE ads.events MATERIALIZE COLUMN region SETTINGS mutations_sync = 2;

ALTER TABLE ads.daily ADD COLUMN region LowCardinality(String), MODIFY ORDER BY (day, campaign_id, region);
