{%- set outcomes = ['form', 'lead', 'signup', 'paid'] -%}
{%- set windows = {'form': 7, 'lead': 30, 'signup': 30, 'paid': 120} -%}

-- Landing pages by month of the visit: visits by people, bounces, and what came of the visitor within the windows of the table of
-- contents (form 7 days, lead and sign-up 30, money 120). An outcome is credited to every page by which the visitor landed within
-- the window, so outcomes of pages add up to more than there were; `share_…` columns divide it evenly instead and add up.
-- Blog articles are folded into one page; nobody has ever steered by a single article.

with visits as (

    select
        session_id,
        anonymous_id,
        started_at,
        session_date,
        {{ month_start('session_date') }} as month_start,
        case when landing_path like '/blog%' then '/blog' when landing_path like '/docs%' then '/docs' else landing_path end as page,
        device,
        channel,
        is_paid,
        is_bounce,
        page_count,
        session_number
    from {{ ref('fct_web_sessions') }}
    where landing_path is not null

),

forms as (

    select
        anonymous_id,
        min(submitted_at) as happened_at
    from {{ ref('stg_marketing__form_submissions') }}
    where anonymous_id is not null
        and form in ('demo', 'contact', 'whitepaper')
    group by anonymous_id

),

leads as (

    select
        anonymous_id,
        min(created_at) as happened_at
    from {{ ref('int_leads_deduplicated') }}
    where anonymous_id is not null
    group by anonymous_id

),

signups as (

    select
        anonymous_id,
        min(signed_up_at) as happened_at
    from {{ ref('int_signups') }}
    where anonymous_id is not null
    group by anonymous_id

),

payers as (

    select
        anonymous_id,
        min(first_paid_at) as happened_at,
        sum(first_mrr_usd) as first_mrr_usd
    from {{ ref('int_growth_accounts') }}
    where anonymous_id is not null
        and first_paid_at is not null
    group by anonymous_id

),

marked as (

    select
        visits.*,
        {{ growth_within('visits.started_at', 'forms.happened_at', windows.form) }} as has_form,
        {{ growth_within('visits.started_at', 'leads.happened_at', windows.lead) }} as has_lead,
        {{ growth_within('visits.started_at', 'signups.happened_at', windows.signup) }} as has_signup,
        {{ growth_within('visits.started_at', 'payers.happened_at', windows.paid) }} as has_paid,
        payers.first_mrr_usd
    from visits
    left join forms
        on visits.anonymous_id = forms.anonymous_id
    left join leads
        on visits.anonymous_id = leads.anonymous_id
    left join signups
        on visits.anonymous_id = signups.anonymous_id
    left join payers
        on visits.anonymous_id = payers.anonymous_id

),

credited as (

    select
        marked.*
        {%- for outcome in outcomes %},
        {{ sum_where('has_' ~ outcome, '1') }} over (partition by anonymous_id) as visits_with_{{ outcome }}
        {%- endfor %}
    from marked

),

pages as (

    select
        month_start,
        page,
        count(*) as visits,
        count(distinct anonymous_id) as visitors,
        {{ count_where('session_number = 1') }} as first_visits,
        {{ count_where('is_paid') }} as paid_visits,
        {{ count_where('is_bounce') }} as bounces,
        {{ count_where("device = 'mobile'") }} as mobile_visits,
        sum(page_count) as pages_seen
        {%- for outcome in outcomes %},
        count(distinct case when has_{{ outcome }} then anonymous_id end) as visitors_with_{{ outcome }},
        sum(case when has_{{ outcome }} then cast(1.0 / visits_with_{{ outcome }} as decimal(18, 8)) else 0 end) as share_{{ outcome }}
        {%- endfor %}
    from credited
    group by month_start, page

),

months as (

    select
        month_start,
        sum(visits) as all_visits,
        sum(bounces) as all_bounces
    from pages
    group by month_start

)

select
    {{ surrogate_key(['pages.month_start', 'pages.page']) }} as landing_page_id,
    pages.month_start,
    {{ fiscal_quarter('pages.month_start') }} as fiscal_quarter,
    pages.page,
    pages.visits,
    pages.visitors,
    pages.first_visits,
    pages.paid_visits,
    pages.mobile_visits,
    pages.bounces,
    pages.pages_seen,
    {{ growth_rate_of('pages.visits', 'months.all_visits') }} as share_of_visits,
    {{ growth_rate_of('pages.bounces', 'pages.visits') }} as bounce_rate,
    {{ growth_points(growth_rate_of('pages.bounces', 'pages.visits'), growth_rate_of('months.all_bounces', 'months.all_visits')) }} as bounce_points_to_site
    {%- for outcome in outcomes %},
    pages.visitors_with_{{ outcome }},
    cast(round(pages.share_{{ outcome }}, 4) as decimal(18, 4)) as share_{{ outcome }},
    {{ growth_rate_of('pages.visitors_with_' ~ outcome, 'pages.visitors') }} as {{ outcome }}_rate
    {%- endfor %},
    -- pages with few visitors jump about: they are shown, the page tool hides them
    pages.visitors >= 30 as is_enough,
    row_number() over (partition by pages.month_start order by pages.visits desc, pages.page) as visit_rank
from pages
inner join months
    on pages.month_start = months.month_start
