-- MONTHS OF THE PAST AND, FOR DEFERRED INCOME, FIVE YEARS BEYOND THE CLOCK (THE LONGEST LICENCE HAS FIVE).
SELECT
    d.date_day AS month_start,
    {{ month_end('d.date_day') }} AS month_end,
    d.date_day > {{ as_of() }} AS is_future
FROM (
    {{ date_spine(history_start(), date_add_months(as_of(), 60)) }}
) d
WHERE d.date_day = {{ month_start('d.date_day') }}
