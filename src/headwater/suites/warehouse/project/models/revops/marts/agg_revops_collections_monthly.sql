-- Dunning by the month in which it was opened: how much came back by which day. Cohorts, so that a month can be compared with another
-- only as far as both have aged; null where a cohort is too young.
{% set marks = [3, 7, 14, 30, 60, 90] %}
with episodes as (
    select * from {{ ref('fct_revops_collections') }}
),

cohorts as (
    select
        opened_month,
        segment,
        count(*) as episodes,
        sum(amount_usd) as amount_usd,
        sum(recovered_usd) as recovered_usd,
        sum(outstanding_usd) as outstanding_usd,
        sum(written_off_usd) as written_off_usd,
        sum(collection_cost_usd) as collection_cost_usd,
        {{ count_where('hard_declines > 0') }} as hard_declines,
        {{ count_where("outcome = 'recovered'") }} as recovered,
        {% for mark in marks %}
        sum(case when outcome = 'recovered' and days_in_dunning <= {{ mark }} then recovered_usd else 0 end) as recovered_by_day_{{ mark }}_usd,
        {% endfor %}
        max({{ month_end('opened_month') }}) as last_opened_on
    from episodes
    group by opened_month, segment
)

select
    opened_month,
    segment,
    episodes,
    recovered,
    hard_declines,
    amount_usd,
    recovered_usd,
    outstanding_usd,
    written_off_usd,
    collection_cost_usd,
    {{ safe_divide('recovered_usd', 'amount_usd', 4) }} as recovery_rate,
    {% for mark in marks %}
    case
        when {{ to_date(date_add_days('last_opened_on', mark)) }} <= {{ as_of() }}
            then {{ safe_divide('recovered_by_day_' ~ mark ~ '_usd', 'amount_usd', 4) }}
    end as recovery_rate_by_day_{{ mark }},
    {% endfor %}
    {{ safe_divide('collection_cost_usd', 'recovered_usd', 4) }} as cost_of_recovery
from cohorts
