-- A column without a default can enter the sorting key in the statement that adds it; without it merges would add up regions.
ALTER TABLE ads.daily
    ADD COLUMN IF NOT EXISTS region LowCardinality(String) COMMENT 'empty: no event explains it' AFTER campaign_id,
    MODIFY ORDER BY (day, campaign_id, region);
