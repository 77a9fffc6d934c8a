-- The latest version is chosen when reading, so a reader never depends on merges. One argMax covers all columns,
-- because one for each would skip nulls and mix versions.
select
    order_id,
    latest.1 as customer_id,
    toLowCardinality(latest.2) as status,
    latest.3 as currency,
    latest.4 as amount,
    latest.5 as ordered_at,
    latest.6 as updated_at
from (
    select
        order_id,
        argMax((customer_id, status, currency, amount, ordered_at, updated_at), (updated_at, row_id)) as latest
    from {{ source('analytics', 'order_versions') }}
    group by order_id
)
where status != 'deleted'
