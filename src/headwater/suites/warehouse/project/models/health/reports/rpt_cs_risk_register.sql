-- The register that success managers work through on Mondays: customers with a flag up, dearest first.
with up as (
    select
        account_id,
        count(*) as flags_up,
        {{ count_where("severity = 'high'") }} as high_flags_up,
        min(raised_month) as oldest_flag_month
        {%- for flag in cs_flags() %},
        {{ any_true("flag = '" ~ flag ~ "'") }} as {{ flag }}
        {%- endfor %}
    from {{ ref('fct_cs_risk_flags') }}
    where is_up
    group by account_id
),

scores as (
    select *
    from {{ ref('fct_cs_health_scores') }}
    where month_start = {{ month_start(as_of()) }}
),

clock as (
    select *
    from {{ ref('int_cs_contract_clock') }}
    where month_start = {{ month_start(as_of()) }}
)

select
    up.account_id,
    portfolio.account_name,
    portfolio.portfolio,
    scores.segment,
    scores.region,
    scores.mrr_usd,
    scores.score,
    scores.band,
    scores.score_change_3m,
    up.flags_up,
    up.high_flags_up,
    up.oldest_flag_month
    {%- for flag in cs_flags() %},
    up.{{ flag }}
    {%- endfor %},
    clock.next_due_on,
    clock.days_to_due,
    clock.next_annual_value_usd,
    case
        when up.high_flags_up >= 2 or (up.high_flags_up = 1 and clock.days_to_due <= 120) then 'call this week'
        when up.high_flags_up = 1 then 'call this month'
        when up.flags_up >= 2 then 'watch'
        else 'note'
    end as action
from up
inner join scores
    on up.account_id = scores.account_id
inner join {{ ref('dim_cs_portfolio') }} as portfolio
    on up.account_id = portfolio.account_id
left join clock
    on up.account_id = clock.account_id
where scores.is_paying
