-- What reached us yesterday, for the settlement program. It reads the columns by position; a text is a text to it, however
-- it is stored.
SELECT *
FROM analytics.events
WHERE received_at >= today() - 1 AND received_at < today()
FORMAT RowBinary
