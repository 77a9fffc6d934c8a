-- The model selects the latest version at query time, so that readers do not depend on merges. One argMax covers all
-- columns, because a separate one per column would skip NULLs and mix versions.
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
