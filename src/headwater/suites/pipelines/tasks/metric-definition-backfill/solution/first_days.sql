-- Return the first day that can be computed for each campaign.
SELECT
    campaign_id,
    greatest(
        (complete_since AT TIME ZONE time_zone + interval '1 day - 1 microsecond')::date,
        DATE '2024-12-01'
    )
FROM ads.campaigns
JOIN ads.accounts USING (account_id)
CROSS JOIN ads.retention
WHERE table_name = 'ads.impressions'
