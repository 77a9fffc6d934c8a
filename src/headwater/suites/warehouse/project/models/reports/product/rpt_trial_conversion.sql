with quarterly as (

    select
        fiscal_quarter,
        segment,
        min(month_start) as first_month,
        sum(trials) as trials,
        sum(converted) as converted,
        sum(expired) as expired,
        sum(canceled) as canceled,
        sum(abandoned) as abandoned,
        sum(running) as running,
        sum(activated) as activated,
        sum(activated_converted) as activated_converted
    from {{ ref('agg_trials_monthly') }}
    group by fiscal_quarter, segment

)

select
    *,
    trials - running as trials_ended,
    {{ safe_divide('converted', 'trials - running') }} as conversion_rate,
    {{ safe_divide('activated_converted', 'activated') }} as activated_conversion_rate
from quarterly
