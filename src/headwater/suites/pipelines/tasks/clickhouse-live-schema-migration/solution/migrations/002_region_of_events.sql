-- MATERIALIZED, because collectors send no column names and finance reads SELECT * by position.
ALTER TABLE ads.events ADD COLUMN IF NOT EXISTS region LowCardinality(String) MATERIALIZED multiIf(
    position(account, '-') = 0, 'other',
    toDate(at) < '2026-09-01' AND lower(splitByChar('-', account)[1]) IN ('nl', 'be', 'lu'), 'west',
    transform(
        lower(splitByChar('-', account)[1]),
        ['de', 'at', 'ch', 'fr', 'nl', 'be', 'lu', 'uk', 'gb', 'ie', 'se', 'no', 'dk', 'fi', 'jp', 'kr', 'au', 'nz', 'sg'],
        [
            'dach', 'dach', 'dach', 'west', 'benelux', 'benelux', 'benelux', 'uki', 'uki', 'uki',
            'nordics', 'nordics', 'nordics', 'nordics', 'apac', 'apac', 'apac', 'apac', 'apac'
        ],
        'other'
    )
) COMMENT 'see docs/regions.md';

-- An insert that began before does not store the new column; it ends within two seconds.
SELECT sleep(3);

-- Otherwise the region of existing parts would be computed at read time, by the rule then in force.
ALTER TABLE ads.events MATERIALIZE COLUMN region SETTINGS mutations_sync = 1;
