{{ config(materialized='table') }}

-- landing pages by month: visits, visitors who had never been here, and what they did later. a sign-up counts for the page of the
-- first visit, whatever came in between.
with visits as (

    select
        session_id,
        anonymous_id,
        month,
        landing_path,
        channel,
        device,
        page_count,
        is_bounce,
        started_at
    from {{ ref('gr_visits') }}

),

first_visits as (

    select
        anonymous_id,
        landing_path,
        month,
        row_number() over (partition by anonymous_id order by started_at, session_id) as visit_number
    from visits

),

visitors as (

    select
        anonymous_id,
        has_signed_up,
        days_to_signup,
        wanted_demo,
        forms
    from {{ ref('gr_visitors') }}

),

starts as (

    select
        first_visits.landing_path,
        first_visits.month,
        count(*) as new_visitors,
        sum(case when visitors.has_signed_up then 1 else 0 end) as signed_up,
        sum(case when visitors.has_signed_up and visitors.days_to_signup <= 30 then 1 else 0 end) as signed_up_in_30_days,
        sum(case when visitors.wanted_demo then 1 else 0 end) as wanted_demo,
        sum(case when visitors.forms > 0 then 1 else 0 end) as filled_a_form
    from first_visits
    inner join visitors on first_visits.anonymous_id = visitors.anonymous_id
    where first_visits.visit_number = 1
    group by first_visits.landing_path, first_visits.month

),

pages as (

    select
        landing_path,
        month,
        count(*) as visits,
        count(distinct anonymous_id) as visitors,
        sum(page_count) as pages_seen,
        sum(case when is_bounce then 1 else 0 end) as bounces,
        sum(case when channel = 'paid' then 1 else 0 end) as paid_visits,
        sum(case when channel = 'search' then 1 else 0 end) as search_visits,
        sum(case when device = 'mobile' then 1 else 0 end) as mobile_visits
    from visits
    group by landing_path, month

),

final as (

    select
        pages.landing_path,
        pages.month,
        pages.visits,
        pages.visitors,
        pages.pages_seen,
        pages.bounces,
        pages.paid_visits,
        pages.search_visits,
        pages.mobile_visits,
        coalesce(starts.new_visitors, 0) as new_visitors,
        coalesce(starts.signed_up, 0) as signed_up,
        coalesce(starts.signed_up_in_30_days, 0) as signed_up_in_30_days,
        coalesce(starts.wanted_demo, 0) as wanted_demo,
        coalesce(starts.filled_a_form, 0) as filled_a_form,
        {{ growth_share('pages.bounces', 'pages.visits') }} as bounce_share,
        {{ growth_share('starts.signed_up', 'starts.new_visitors') }} as signup_share
    from pages
    left join starts
        on pages.landing_path = starts.landing_path
        and pages.month = starts.month

)

select * from final
