-- Advertising and newsletter by month: cost, visits, sign-ups, leads, by the growth team's channels. Marketing plans by its own
-- (rpt_channel_performance); the agency is paid by this one until its contract ends in December 2025.
with spend as (

    select
        month,
        sum(spend_usd) as spend_usd,
        sum(case when platform = 'google' then spend_usd else 0 end) as google_usd,
        sum(case when platform = 'linkedin' then spend_usd else 0 end) as linkedin_usd,
        sum(case when platform = 'meta' then spend_usd else 0 end) as meta_usd,
        sum(clicks) as clicks,
        sum(impressions) as impressions,
        max(campaigns) as most_campaigns_of_a_platform
    from {{ ref('gr_spend_month') }}
    group by month

),

visits as (

    select
        month,
        sum(case when channel = 'paid' then 1 else 0 end) as paid_visits,
        sum(case when channel = 'newsletter' then 1 else 0 end) as newsletter_visits,
        sum(case when channel = 'search' then 1 else 0 end) as search_visits,
        sum(case when channel = 'direct' then 1 else 0 end) as direct_visits,
        count(*) as visits
    from {{ ref('gr_visits') }}
    group by month

),

signups as (

    select
        month,
        min(made_by) as signups_version,
        sum(case when channel = 'paid' then signups else 0 end) as paid_signups,
        sum(case when channel = 'newsletter' then signups else 0 end) as newsletter_signups,
        sum(case when channel = 'search' then signups else 0 end) as search_signups,
        sum(signups) as signups
    from {{ ref('gr_signups') }}
    group by month

),

leads as (

    select
        month,
        sum(case when lead_source = 'Advertising' then leads else 0 end) as advertising_leads,
        sum(case when lead_source = 'Advertising' then converted else 0 end) as advertising_converted,
        sum(leads) as leads
    from {{ ref('gr_leads_month') }}
    group by month

),

letters as (

    select
        month,
        sent,
        opened,
        clicked,
        unsubscribed
    from {{ ref('gr_newsletter_months') }}

),

months as (

    select month_dt as month
    from {{ ref('base_calendar') }}

)

select
    months.month,
    coalesce(spend.spend_usd, 0) as spend_usd,
    coalesce(spend.google_usd, 0) as google_usd,
    coalesce(spend.linkedin_usd, 0) as linkedin_usd,
    coalesce(spend.meta_usd, 0) as meta_usd,
    coalesce(spend.clicks, 0) as clicks,
    coalesce(visits.visits, 0) as visits,
    coalesce(visits.paid_visits, 0) as paid_visits,
    coalesce(visits.newsletter_visits, 0) as newsletter_visits,
    coalesce(visits.search_visits, 0) as search_visits,
    coalesce(visits.direct_visits, 0) as direct_visits,
    coalesce(signups.signups_version, 'none') as signups_version,
    coalesce(signups.signups, 0) as signups,
    coalesce(signups.paid_signups, 0) as paid_signups,
    coalesce(signups.newsletter_signups, 0) as newsletter_signups,
    coalesce(signups.search_signups, 0) as search_signups,
    coalesce(leads.leads, 0) as leads,
    coalesce(leads.advertising_leads, 0) as advertising_leads,
    coalesce(leads.advertising_converted, 0) as advertising_converted,
    coalesce(letters.sent, 0) as letters_sent,
    coalesce(letters.opened, 0) as letters_opened,
    coalesce(letters.clicked, 0) as letters_clicked,
    coalesce(letters.unsubscribed, 0) as unsubscribed,
    {{ safe_divide('spend.spend_usd', 'visits.paid_visits', 2) }} as cost_per_paid_visit_usd,
    {{ safe_divide('spend.spend_usd', 'signups.paid_signups', 2) }} as cost_per_paid_signup_usd,
    {{ safe_divide('spend.spend_usd', 'leads.advertising_leads', 2) }} as cost_per_lead_usd,
    -- the agency's fee: 8 % of spend, 6 % of what is above 40,000 dollars in a month
    {{ money('0.08 * least(coalesce(spend.spend_usd, 0), 40000) + 0.06 * greatest(coalesce(spend.spend_usd, 0) - 40000, 0)') }} as agency_fee_usd
from months
left join spend on months.month = spend.month
left join visits on months.month = visits.month
left join signups on months.month = signups.month
left join leads on months.month = leads.month
left join letters on months.month = letters.month
