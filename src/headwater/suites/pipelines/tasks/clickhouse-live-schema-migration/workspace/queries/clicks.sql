-- The sales page: clicks of a campaign in a region.
SELECT event_id, at, account
FROM ads.events
WHERE campaign_id = 17 AND kind = 'click' AND region = 'benelux'
ORDER BY at, event_id;
