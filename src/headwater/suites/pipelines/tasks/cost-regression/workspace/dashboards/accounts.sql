-- The month of each account, for the sales team: opened about 400 times a day.
SELECT account, name, impressions, clicks, micros, users
FROM reports.accounts
WHERE month = '2026-03-01'
ORDER BY account
