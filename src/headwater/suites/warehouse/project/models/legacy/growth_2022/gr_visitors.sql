{{ config(materialized='table') }}

-- one row a visitor: the first visit, the last one, and what was between them.
with visits as (

    select * from {{ ref('gr_visits') }}

),

numbered as (

    select
        *,
        row_number() over (partition by anonymous_id order by started_at, session_id) as visit_number
    from visits

),

summed as (

    select
        anonymous_id,
        count(*) as visits,
        count(distinct session_date) as days,
        sum(page_count) as pages,
        count(distinct channel) as channels,
        sum(case when page_kind = 'buying' then 1 else 0 end) as buying_visits,
        sum(case when channel = 'paid' then 1 else 0 end) as paid_visits,
        min(session_date) as first_on,
        max(session_date) as last_on
    from visits
    group by anonymous_id

),

first_visits as (

    select * from numbered
    where visit_number = 1

),

last_visits as (

    select numbered.*
    from numbered
    inner join summed
        on numbered.anonymous_id = summed.anonymous_id
        and numbered.visit_number = summed.visits

),

forms as (

    select
        anonymous_id,
        count(*) as forms,
        min(submitted_at) as first_form_at,
        max(case when form = 'demo' then 1 else 0 end) as wanted_demo
    from {{ ref('stg_marketing__form_submissions') }}
    where anonymous_id is not null
    group by anonymous_id

),

people as (

    select
        signup_anonymous_id as anonymous_id,
        min(created_at) as signed_up_at,
        count(*) as users
    from {{ ref('stg_app__users') }}
    where signup_anonymous_id is not null
    group by signup_anonymous_id

),

final as (

    select
        summed.anonymous_id,
        summed.visits,
        summed.days,
        summed.pages,
        summed.channels,
        summed.buying_visits,
        summed.paid_visits,
        summed.first_on,
        summed.last_on,
        {{ month_start('summed.first_on') }} as first_month,
        first_visits.channel as first_channel,
        first_visits.page_kind as first_page_kind,
        first_visits.country_code,
        first_visits.device,
        last_visits.channel as last_channel,
        coalesce(forms.forms, 0) as forms,
        forms.first_form_at,
        coalesce(forms.wanted_demo, 0) = 1 as wanted_demo,
        people.signed_up_at,
        people.signed_up_at is not null as has_signed_up,
        case
            when people.signed_up_at is not null then {{ date_diff_days('summed.first_on', 'people.signed_up_at') }}
        end as days_to_signup
    from summed
    inner join first_visits on summed.anonymous_id = first_visits.anonymous_id
    inner join last_visits on summed.anonymous_id = last_visits.anonymous_id
    left join forms on summed.anonymous_id = forms.anonymous_id
    left join people on summed.anonymous_id = people.anonymous_id

)

select * from final
