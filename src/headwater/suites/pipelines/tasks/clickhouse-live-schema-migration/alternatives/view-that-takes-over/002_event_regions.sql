ALTER TABLE ads.events ADD COLUMN IF NOT EXISTS region LowCardinality(String) MATERIALIZED
    if(position(account, '-') = 0, 'other',
        coalesce(
            map(
                'de', 'dach', 'at', 'dach', 'ch', 'dach', 'fr', 'west', 'uk', 'uki', 'gb', 'uki', 'ie', 'uki',
                'nl', if(at < toDateTime('2026-09-01 00:00:00', 'UTC'), 'west', 'benelux'),
                'be', if(at < toDateTime('2026-09-01 00:00:00', 'UTC'), 'west', 'benelux'),
                'lu', if(at < toDateTime('2026-09-01 00:00:00', 'UTC'), 'west', 'benelux'),
                'se', 'nordics', 'no', 'nordics', 'dk', 'nordics', 'fi', 'nordics',
                'jp', 'apac', 'kr', 'apac', 'au', 'apac', 'nz', 'apac', 'sg', 'apac'
            )[lowerUTF8(substringIndex(account, '-', 1))] AS listed,
            ''
        ) || if(listed = '', 'other', ''))
    AFTER cost_micros;

ALTER TABLE ads.daily ADD COLUMN region LowCardinality(String) FIRST, MODIFY ORDER BY (day, campaign_id, region);
