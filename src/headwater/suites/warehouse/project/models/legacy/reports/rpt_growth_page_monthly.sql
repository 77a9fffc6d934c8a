-- The growth page, one line a month. The rates are those of the project of 2022: each step over the step before it, in the same month.
with months as (

    select * from {{ ref('agg_growth_months_legacy') }}

),

windowed as (

    select
        months.*,
        lag(signups, 12) over (order by month) as signups_year_ago,
        lag(visits, 12) over (order by month) as visits_year_ago,
        {{ keel_moving_sum('spend_usd', 3, 'month') }} as spend_3m_usd,
        {{ keel_moving_sum('paid_after_trial + paid_without_trial', 3, 'month') }} as new_payers_3m,
        {{ keel_moving_sum('activated_workspaces', 3, 'month') }} as activated_3m,
        {{ keel_moving_sum('judged_workspaces', 3, 'month') }} as judged_3m
    from months

)

select
    month,
    visits,
    visitors,
    new_visitors,
    {{ growth_rate('visits', 'visits_year_ago') }} as visits_growth_year,
    {{ growth_share('bounces', 'visits') }} as bounce_share,
    {{ growth_share('buying_visits', 'visits') }} as buying_share,
    {{ growth_share('paid_visits', 'visits') }} as paid_share,
    {{ growth_share('newsletter_visits', 'visits') }} as newsletter_share,
    {{ growth_share('new_visitors_signed_up', 'new_visitors') }} as visitors_signed_up_share,
    new_visitors_wanted_demo,
    signups,
    paid_signups,
    invited_signups,
    {{ growth_rate('signups', 'signups_year_ago') }} as signups_growth_year,
    workspaces,
    judged_workspaces,
    activated_workspaces,
    never_opened_workspaces,
    {{ growth_share('activated_workspaces', 'judged_workspaces') }} as activation_rate,
    {{ growth_share('activated_3m', 'judged_3m') }} as activation_rate_3m,
    trials_begun,
    paid_after_trial,
    paid_without_trial,
    back_to_free,
    paid_after_trial + paid_without_trial - back_to_free as net_new_payers,
    invitations,
    {{ growth_share('invitations_accepted', 'invitations') }} as acceptance,
    {{ growth_share('invitations_accepted_soon', 'invitations_accepted') }} as accepted_soon_share,
    leads,
    mqls,
    leads_converted,
    {{ growth_share('leads_converted', 'leads') }} as lead_conversion,
    spend_usd,
    spend_3m_usd,
    {{ safe_divide('spend_usd', 'clicks', 2) }} as cost_per_click_usd,
    {{ safe_divide('spend_3m_usd', 'new_payers_3m', 2) }} as spend_per_new_payer_3m_usd,
    {{ growth_share('regular_workspace_weeks', 'workspace_weeks') }} as regular_use_share
from windowed
