{%- set variants = ['v1_habit', 'v2_team', 'v3_setup', 'v4_sticky'] -%}
{%- set outcomes = ['was_active_in_month_2', 'was_active_in_month_3', 'has_paid_84d'] -%}

-- Which definition of activation tells most about what comes after. By cohort month and variant: how many workspaces it calls
-- activated, and for each outcome how often it follows an activation, how often it follows none, and the difference of both in
-- points ("separation"). Outcomes are judged only for workspaces whose 84 days are over.
--
-- v4 looks at week four and the outcomes begin on day 29, so none of the variants sees a part of what it predicts.

with judged as (

    select * from {{ ref('fct_growth_activation_variants') }}

),

long as (
    {% for variant in variants %}
    select
        '{{ variant }}' as variant,
        workspace_id,
        cohort_month,
        segment,
        is_{{ variant }} as is_activated,
        is_outcome_known,
        was_active_in_month_2,
        was_active_in_month_3,
        has_paid_84d
    from judged
    {{ 'union all' if not loop.last }}
    {% endfor %}
),

counted as (

    select
        variant,
        cohort_month,
        count(*) as workspaces,
        {{ count_where('is_activated') }} as activated,
        {{ count_where('is_outcome_known') }} as known,
        {{ count_where('is_outcome_known and is_activated') }} as known_activated,
        {{ count_where('is_outcome_known and not is_activated') }} as known_not_activated
        {%- for outcome in outcomes %},
        {{ count_where('is_outcome_known and is_activated and ' ~ outcome) }} as {{ outcome }}_activated,
        {{ count_where('is_outcome_known and not is_activated and ' ~ outcome) }} as {{ outcome }}_not_activated
        {%- endfor %}
    from long
    group by variant, cohort_month

),

rolling as (

    select
        *,
        {%- for outcome in outcomes %}
        sum({{ outcome }}_activated) over (partition by variant order by cohort_month rows between 5 preceding and current row) as {{ outcome }}_activated_6m,
        {%- endfor %}
        sum(known_activated) over (partition by variant order by cohort_month rows between 5 preceding and current row) as known_activated_6m
    from counted

),

official as (

    select
        cohort_month,
        activated as official_activated
    from counted
    where variant = 'v2_team'

)

select
    {{ surrogate_key(['rolling.variant', 'rolling.cohort_month']) }} as variant_month_id,
    rolling.variant,
    rolling.cohort_month,
    {{ fiscal_quarter('rolling.cohort_month') }} as fiscal_quarter,
    rolling.workspaces,
    rolling.activated,
    {{ growth_rate_of('rolling.activated', 'rolling.workspaces') }} as activation_rate,
    official.official_activated,
    rolling.activated - official.official_activated as more_than_official,
    rolling.known,
    rolling.known_activated
    {%- for outcome in outcomes %},
    rolling.{{ outcome }}_activated,
    rolling.{{ outcome }}_not_activated,
    {{ growth_rate_of('rolling.' ~ outcome ~ '_activated', 'rolling.known_activated') }} as {{ outcome }}_rate_activated,
    {{ growth_rate_of('rolling.' ~ outcome ~ '_not_activated', 'rolling.known_not_activated') }} as {{ outcome }}_rate_not_activated,
    {{ growth_points(
        growth_rate_of('rolling.' ~ outcome ~ '_activated', 'rolling.known_activated'),
        growth_rate_of('rolling.' ~ outcome ~ '_not_activated', 'rolling.known_not_activated')
    ) }} as {{ outcome }}_separation,
    {{ growth_rate_of('rolling.' ~ outcome ~ '_activated_6m', 'rolling.known_activated_6m') }} as {{ outcome }}_rate_6m
    {%- endfor %}
from rolling
inner join official
    on rolling.cohort_month = official.cohort_month
