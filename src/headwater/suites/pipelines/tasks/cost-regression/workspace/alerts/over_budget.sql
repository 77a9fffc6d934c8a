-- Finance's alert. It runs every morning at six, and each row of the answer for the last night is a page.
SELECT night, part, measure, sum(value) AS cost, round(any(allowance)) AS allowed
FROM (
    SELECT l.night AS night, l.part AS part, l.measure AS measure, l.value AS value,
        b.per_night + b.per_arrived_row * l.arrived + b.per_touched_day * l.touched_days AS allowance
    FROM (
        SELECT night, if(startsWith(step, 'dashboards/'), toString(step), 'job') AS part, arrived, touched_days, m.1 AS measure, m.2 AS value
        FROM ops.ledger
        ARRAY JOIN [
            ('read_rows', read_rows), ('written_rows', written_rows),
            ('inserts', toUInt64(inserts)), ('rewrites', toUInt64(rewrites))
        ] AS m
    ) AS l
    INNER JOIN ops.budget AS b ON b.part = l.part AND b.measure = l.measure
)
GROUP BY night, part, measure
HAVING cost > any(allowance)
ORDER BY night DESC, part, measure
