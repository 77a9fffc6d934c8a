-- Finance's contract with marts. An auditor runs it once a quarter, after a night of his choice: it must have no rows.
SELECT day, campaign, sum(sign * impressions), sum(sign * clicks), sum(sign * micros)
FROM (
    SELECT day, campaign, 1 AS sign, toInt64(impressions) AS impressions, toInt64(clicks) AS clicks, toInt64(micros) AS micros
    FROM marts.campaign_daily
    UNION ALL
    SELECT toDate(addMinutes(e.at, c.utc_offset)) AS day, e.campaign AS campaign, -1 AS sign,
        toInt64(countIf(e.kind = 'impression')), toInt64(countIf(e.kind = 'click')), toInt64(sum(e.micros))
    FROM (SELECT * FROM marts.events FINAL) AS e
    LEFT JOIN (
        SELECT campaign, utc_offset FROM (SELECT * FROM raw.campaigns FINAL) AS c
        INNER JOIN (SELECT * FROM raw.accounts FINAL) AS a ON a.account = c.account
    ) AS c ON c.campaign = e.campaign
    GROUP BY day, campaign
)
GROUP BY day, campaign
HAVING sum(sign) != 0 OR sum(sign * impressions) != 0 OR sum(sign * clicks) != 0 OR sum(sign * micros) != 0 OR count() != 2
ORDER BY day, campaign
