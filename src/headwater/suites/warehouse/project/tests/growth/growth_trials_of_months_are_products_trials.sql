with growth as (

    select
        month_start,
        count(*) as trials,
        {{ count_where('is_converted') }} as converted
    from {{ ref('fct_growth_trial_journeys') }}
    group by month_start

),

product as (

    select
        month_start,
        sum(trials) as trials,
        sum(converted) as converted
    from {{ ref('agg_trials_monthly') }}
    group by month_start

)

select
    growth.month_start,
    growth.trials,
    product.trials as products,
    growth.converted,
    product.converted as products_converted
from growth
full outer join product
    on growth.month_start = product.month_start
where coalesce(growth.trials, 0) <> coalesce(product.trials, 0)
    or coalesce(growth.converted, 0) <> coalesce(product.converted, 0)
