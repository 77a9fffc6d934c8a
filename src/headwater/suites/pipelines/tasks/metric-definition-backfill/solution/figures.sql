-- Compute viewable_impressions and viewable_spend by definition 2 of docs/metrics.md, for complete days.
WITH first_days AS (
    -- The first day of each account for which all impressions are retained.
    SELECT
        account_id,
        time_zone,
        greatest(
            (complete_since AT TIME ZONE time_zone)::date
                + ((complete_since AT TIME ZONE time_zone)::date::timestamp AT TIME ZONE time_zone < complete_since)::int,
            DATE '2024-12-01'
        ) AS first_day
    FROM ads.accounts
    CROSS JOIN ads.retention
    WHERE table_name = 'ads.impressions'
),
verdicts AS (
    SELECT DISTINCT ON (v.impression_id) v.impression_id, v.verdict
    FROM ads.traffic_verdicts v
    JOIN ads.impressions i USING (impression_id)
    WHERE v.reported_at <= i.served_at + interval '720 hours'
    ORDER BY v.impression_id, v.reported_at DESC, v.verdict_id DESC
),
judged AS (
    SELECT
        i.campaign_id,
        (i.served_at AT TIME ZONE d.time_zone)::date AS day,
        d.first_day,
        i.cost_micros,
        coalesce(
            i.visible_ms >= CASE c.format WHEN 'video' THEN 2000 ELSE 1000 END
            AND i.pixels_pct >= CASE c.format WHEN 'large_display' THEN 30 ELSE 50 END,
            false
        ) AND v.verdict IS DISTINCT FROM 'invalid' AS viewable
    FROM ads.impressions i
    JOIN ads.campaigns c USING (campaign_id)
    JOIN first_days d USING (account_id)
    LEFT JOIN verdicts v USING (impression_id)
)
SELECT
    campaign_id,
    day,
    count(*) FILTER (WHERE viewable) AS viewable_impressions,
    coalesce(sum(cost_micros) FILTER (WHERE viewable), 0) / 1000000.0 AS viewable_spend
FROM judged
WHERE day >= first_day
GROUP BY campaign_id, day
