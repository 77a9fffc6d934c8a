{%- set journeys = ['team at work', 'one person trying', 'looking around', 'gave up', 'never came'] -%}

-- Trials by month of their start and by journey, with conversion, and what the conversion would be if the mix of journeys were
-- that of the year before: a falling rate is either a worse product or worse trials, and this tells which.
-- Only first trials of a workspace, and only those that are over.

with trials as (

    select *
    from {{ ref('fct_growth_trial_journeys') }}
    where trial_number = 1
        and is_over

),

months as (

    select
        month_start,
        journey,
        count(*) as trials,
        {{ count_where('is_converted') }} as converted,
        sum(active_days) as active_days,
        sum(invitations) as invitations,
        sum(tickets) as tickets,
        {{ median('first_core_day') }} as median_first_core_day
    from trials
    group by month_start, journey

),

month_totals as (

    select
        month_start,
        sum(trials) as all_trials,
        sum(converted) as all_converted
    from months
    group by month_start

),

year_before as (

    -- the mix of the twelve months before, journey by journey
    select
        this_month.month_start,
        before.journey,
        sum(before.trials) as trials_12m,
        sum(before.converted) as converted_12m
    from month_totals as this_month
    inner join months as before
        on before.month_start < this_month.month_start
        and before.month_start >= {{ to_date(date_add_months('this_month.month_start', -12)) }}
    group by this_month.month_start, before.journey

),

year_before_totals as (

    select
        month_start,
        sum(trials_12m) as all_trials_12m,
        sum(converted_12m) as all_converted_12m
    from year_before
    group by month_start

),

combined as (

    select
        months.month_start,
        months.journey,
        months.trials,
        months.converted,
        months.active_days,
        months.invitations,
        months.tickets,
        months.median_first_core_day,
        month_totals.all_trials,
        month_totals.all_converted,
        coalesce(year_before.trials_12m, 0) as trials_12m,
        coalesce(year_before.converted_12m, 0) as converted_12m,
        year_before_totals.all_trials_12m,
        year_before_totals.all_converted_12m
    from months
    inner join month_totals
        on months.month_start = month_totals.month_start
    left join year_before
        on months.month_start = year_before.month_start
        and months.journey = year_before.journey
    left join year_before_totals
        on months.month_start = year_before_totals.month_start

)

select
    {{ surrogate_key(['month_start', 'journey']) }} as journey_month_id,
    month_start,
    {{ fiscal_quarter('month_start') }} as fiscal_quarter,
    journey,
    case journey
        {%- for journey in journeys %}
        when '{{ journey }}' then {{ loop.index }}
        {%- endfor %}
    end as journey_order,
    trials,
    converted,
    all_trials,
    all_converted,
    active_days,
    invitations,
    tickets,
    median_first_core_day,
    {{ growth_rate_of('converted', 'trials') }} as conversion_rate,
    {{ growth_rate_of('all_converted', 'all_trials') }} as conversion_rate_of_month,
    {{ growth_rate_of('trials', 'all_trials') }} as share_of_trials,
    {{ growth_rate_of('trials_12m', 'all_trials_12m') }} as share_of_trials_12m,
    {{ growth_rate_of('converted_12m', 'trials_12m') }} as conversion_rate_12m,
    -- what this journey adds to the month's rate by its rate (at the old mix) and by its share (at the old rate)
    {{ rounded('100 * (' ~ growth_rate_of('converted', 'trials') ~ ' - ' ~ growth_rate_of('converted_12m', 'trials_12m') ~ ') * ' ~ growth_rate_of('trials_12m', 'all_trials_12m'), 3) }} as points_by_rate,
    {{ rounded('100 * (' ~ growth_rate_of('trials', 'all_trials') ~ ' - ' ~ growth_rate_of('trials_12m', 'all_trials_12m') ~ ') * ' ~ growth_rate_of('converted_12m', 'trials_12m'), 3) }} as points_by_mix
from combined
