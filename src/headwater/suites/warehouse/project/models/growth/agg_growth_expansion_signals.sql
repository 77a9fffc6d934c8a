{%- set signals = ['seats_full', 'members_grew', 'new_workspace', 'plan_limit', 'champions'] -%}

-- How much each signal says about an expansion in the next month: by fiscal quarter and signal, the rate of expansion with the
-- signal and without it, and the expansion that came with it.

with paths as (

    select * from {{ ref('fct_growth_expansion_paths') }}

),

long as (
    {% for signal in signals %}
    select
        '{{ signal }}' as signal,
        fiscal_quarter,
        account_id,
        had_{{ signal }} as had_signal,
        is_expansion,
        expansion_usd,
        seats_added
    from paths
    {{ 'union all' if not loop.last }}
    {% endfor %}
),

counted as (

    select
        signal,
        fiscal_quarter,
        count(*) as account_months,
        {{ count_where('had_signal') }} as with_signal,
        {{ count_where('had_signal and is_expansion') }} as expansions_with_signal,
        {{ count_where('not had_signal and is_expansion') }} as expansions_without_signal,
        {{ sum_where('had_signal', 'expansion_usd') }} as expansion_with_signal_usd,
        sum(expansion_usd) as expansion_usd,
        sum(seats_added) as seats_added
    from long
    group by signal, fiscal_quarter

)

select
    {{ surrogate_key(['signal', 'fiscal_quarter']) }} as signal_quarter_id,
    signal,
    fiscal_quarter,
    account_months,
    with_signal,
    expansions_with_signal,
    expansions_without_signal,
    expansion_with_signal_usd,
    expansion_usd,
    seats_added,
    {{ growth_rate_of('with_signal', 'account_months') }} as signal_share,
    {{ growth_rate_of('expansions_with_signal', 'with_signal') }} as expansion_rate_with,
    {{ growth_rate_of('expansions_without_signal', 'account_months - with_signal') }} as expansion_rate_without,
    {{ growth_points(
        growth_rate_of('expansions_with_signal', 'with_signal'),
        growth_rate_of('expansions_without_signal', '(account_months - with_signal)')
    ) }} as separation_points,
    {{ growth_rate_of('expansion_with_signal_usd', 'expansion_usd') }} as share_of_expansion
from counted
