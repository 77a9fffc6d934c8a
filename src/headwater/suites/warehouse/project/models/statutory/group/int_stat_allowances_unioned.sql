-- LATIN AMERICA'S MATRIX IS APPLIED HERE: ITS RECEIVABLES ARE TOO FEW FOR A MODEL OF THEIR OWN.
{{ stat_union('fct_stat_', '_receivables_monthly',
    ['us', 'ca', 'uk', 'de', 'fr', 'bx', 'ib', 'nd', 'jp', 'in', 'ap'],
    ['month_start', 'bucket', 'bucket_order', 'invoices', 'open_local', 'base_local', 'open_usd', 'allowance_local']) }}

    UNION ALL

    SELECT
        'LA' AS entity_code,
        o.month_start,
        a.bucket,
        a.bucket_order,
        COUNT(*) AS invoices,
        SUM(o.open_functional) AS open_local,
        SUM(o.open_functional) AS base_local,
        SUM(o.open_amount_usd) AS open_usd,
        SUM({{ money('cast(o.open_functional as double precision) * a.allowance_rate') }}) AS allowance_local
    FROM {{ ref('int_stat_receivables') }} o
    INNER JOIN {{ ref('stat_allowance_rates') }} a
        ON a.entity_code = o.entity_code
        AND o.days_past_due BETWEEN a.days_from AND a.days_to
    WHERE o.entity_code = 'LA'
    GROUP BY o.month_start, a.bucket, a.bucket_order
