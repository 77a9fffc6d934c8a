SELECT c.campaign_id, f.first_day, j.day, j.viewable, j.spend
FROM ads.campaigns c
JOIN ads.accounts a USING (account_id)
JOIN ads.retention r ON r.table_name = 'ads.impressions'
CROSS JOIN LATERAL (
    SELECT min(d)::date AS first_day
    FROM generate_series(r.complete_since::date - 2, r.complete_since::date + 3, interval '1 day') d
    WHERE d::date::timestamp AT TIME ZONE a.time_zone >= r.complete_since AND d >= '2024-12-01'
) f
LEFT JOIN (
    SELECT
        i.campaign_id,
        (i.served_at AT TIME ZONE a.time_zone)::date AS day,
        count(*) FILTER (WHERE counts AND v.verdict IS DISTINCT FROM 'invalid') AS viewable,
        coalesce(sum(i.cost_micros) FILTER (WHERE counts AND v.verdict IS DISTINCT FROM 'invalid'), 0) * 0.000001 AS spend
    FROM ads.impressions i
    JOIN ads.campaigns c USING (campaign_id)
    JOIN ads.accounts a USING (account_id)
    CROSS JOIN LATERAL (SELECT CASE c.format
        WHEN 'display' THEN i.pixels_pct >= 50 AND i.visible_ms >= 1000
        WHEN 'large_display' THEN i.pixels_pct >= 30 AND i.visible_ms >= 1000
        WHEN 'video' THEN i.pixels_pct >= 50 AND i.visible_ms >= 2000
    END AS counts) judged
    LEFT JOIN LATERAL (
        SELECT verdict FROM ads.traffic_verdicts t
        WHERE t.impression_id = i.impression_id AND t.reported_at - i.served_at <= interval '720 hours'
        ORDER BY t.reported_at DESC, t.verdict_id DESC
        LIMIT 1
    ) v ON true
    GROUP BY 1, 2
) j ON j.campaign_id = c.campaign_id AND j.day >= f.first_day
