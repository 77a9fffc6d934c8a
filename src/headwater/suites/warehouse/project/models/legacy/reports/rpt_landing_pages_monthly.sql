-- Landing pages by month with their share and rank, and the headline of the month's last week. The web team decides by it which pages
-- to write anew.
with pages as (

    select * from {{ ref('gr_landing_pages') }}

),

totals as (

    select
        month,
        sum(visits) as all_visits,
        sum(new_visitors) as all_new_visitors,
        sum(signed_up) as all_signed_up
    from pages
    group by month

),

weeks as (

    select
        {{ month_start('week') }} as month,
        headline,
        signups_average_8w,
        row_number() over (partition by {{ month_start('week') }} order by week desc) as weeks_back
    from {{ ref('gr_week_scorecard') }}

),

ranked as (

    select
        pages.*,
        row_number() over (partition by month order by signed_up desc, visits desc, landing_path) as rank_by_signups,
        lag(visits) over (partition by landing_path order by month) as visits_before
    from pages

)

select
    ranked.month,
    ranked.landing_path,
    ranked.rank_by_signups,
    ranked.visits,
    ranked.visits - coalesce(ranked.visits_before, 0) as visits_change,
    ranked.visitors,
    ranked.new_visitors,
    ranked.signed_up,
    ranked.signed_up_in_30_days,
    ranked.wanted_demo,
    ranked.filled_a_form,
    ranked.paid_visits,
    ranked.search_visits,
    ranked.mobile_visits,
    ranked.bounce_share,
    ranked.signup_share,
    {{ growth_share('ranked.visits', 'totals.all_visits') }} as share_of_visits,
    {{ growth_share('ranked.signed_up', 'totals.all_signed_up') }} as share_of_signups,
    {{ safe_divide('ranked.pages_seen', 'ranked.visits', 2) }} as pages_per_visit,
    weeks.headline as headline_of_last_week,
    weeks.signups_average_8w
from ranked
inner join totals on ranked.month = totals.month
left join weeks
    on ranked.month = weeks.month
    and weeks.weeks_back = 1
