-- Return the first day that can be computed for each campaign.
SELECT
    campaign_id,
    greatest(
        (complete_since AT TIME ZONE time_zone)::date
            + ((complete_since AT TIME ZONE time_zone)::date::timestamp AT TIME ZONE time_zone < complete_since)::int,
        DATE '2024-12-01'
    )
FROM ads.campaigns
JOIN ads.accounts USING (account_id)
CROSS JOIN ads.retention
WHERE table_name = 'ads.impressions'
