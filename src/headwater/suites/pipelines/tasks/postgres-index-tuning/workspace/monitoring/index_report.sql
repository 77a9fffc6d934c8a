-- What the database team has to talk about: indexes of app.orders. Runs each night in production and in staging, which has
-- the half million orders that you have here. Each row becomes a ticket of the team that made the index.
--
-- Every new order writes into every index, and all of them together have to stay in memory.
WITH added AS (
    SELECT c.relname AS name, c.relam AS method, pg_get_expr(i.indpred, i.indrelid) AS predicate,
        ARRAY(SELECT pg_get_indexdef(c.oid, n, true) FROM generate_series(1, i.indnkeyatts) AS n) AS keys,
        pg_relation_size(c.oid) AS bytes, s.idx_scan AS scans
    FROM pg_index AS i
    JOIN pg_class AS c ON c.oid = i.indexrelid
    JOIN pg_stat_user_indexes AS s ON s.indexrelid = i.indexrelid
    WHERE i.indrelid = 'app.orders'::regclass AND NOT i.indisprimary
)
SELECT name, 'is not called orders_<what>_idx' AS finding
FROM added
WHERE name !~ '^orders_[a-z0-9_]+_idx$'
UNION ALL
SELECT name, 'has not been used by any query'
FROM added
WHERE scans = 0
UNION ALL
SELECT shorter.name, 'can do nothing that ' || longer.name || ' cannot do'
FROM added AS shorter
JOIN added AS longer
    ON longer.name <> shorter.name AND longer.method = shorter.method
    AND longer.predicate IS NOT DISTINCT FROM shorter.predicate
    AND longer.keys[1:cardinality(shorter.keys)] = shorter.keys
UNION ALL
SELECT 'all together', 'take ' || round(sum(bytes) / 1000000, 1) || ' MB of 80 MB'
FROM added
HAVING sum(bytes) > 80 * 1000000
ORDER BY name, finding;
