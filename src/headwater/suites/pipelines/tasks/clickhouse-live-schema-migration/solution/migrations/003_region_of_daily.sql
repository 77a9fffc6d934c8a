-- Merges would sum up the regions if the sorting key lacked the column. A new column can be added to the key only in the same
-- statement and without a default.
ALTER TABLE ads.daily
    ADD COLUMN IF NOT EXISTS region LowCardinality(String) COMMENT 'empty: no event explains it' AFTER campaign_id,
    MODIFY ORDER BY (day, campaign_id, region);
