-- The start of each customer with what it has reached of the five milestones of the onboarding plan, and what became of it: still
-- paying a year later, at which revenue.
with starts as (
    select * from {{ ref('int_cs_customer_starts') }}
),

use as (
    select * from {{ ref('int_cs_start_use') }}
),

features as (
    select * from {{ ref('int_cs_start_features') }}
),

people as (
    select * from {{ ref('int_cs_start_people') }}
),

support as (
    select * from {{ ref('int_cs_start_support') }}
),

a_year_later as (
    select account_id, month_start, mrr_usd, is_paying
    from {{ ref('int_cs_account_months') }}
),

measured as (
    select
        starts.*,
        coalesce(use.active_days, 0) as active_days,
        coalesce(use.peak_users, 0) as peak_users,
        use.first_active_on,
        coalesce(use.user_days_month_1, 0) as user_days_month_1,
        coalesce(use.user_days_month_3, 0) as user_days_month_3,
        coalesce(features.features_used, 0) as features_used,
        coalesce(features.features_in_habit, 0) as features_in_habit,
        coalesce(features.has_integration, false) as has_integration,
        people.members,
        people.admins,
        people.invitations,
        coalesce(support.tickets, 0) as tickets,
        coalesce(support.questions, 0) as questions,
        coalesce(support.defects, 0) as defects,
        coalesce(support.escalations, 0) as escalations,
        coalesce(support.missed_responses, 0) as missed_responses,
        coalesce(a_year_later.mrr_usd, 0) as mrr_after_a_year_usd,
        coalesce(a_year_later.is_paying, false) as is_paying_after_a_year,
        {{ date_diff_months('starts.started_on', as_of()) }} >= 12 as is_year_over
    from starts
    inner join people
        on starts.account_id = people.account_id
    left join use
        on starts.account_id = use.account_id
    left join features
        on starts.account_id = features.account_id
    left join support
        on starts.account_id = support.account_id
    left join a_year_later
        on starts.account_id = a_year_later.account_id
        and a_year_later.month_start = {{ cs_months_before('starts.started_on', -12) }}
),

milestones as (
    select
        *,
        active_days > 0 as has_begun,
        members >= 3 or peak_users >= 3 as has_team,
        features_used >= 3 as has_breadth,
        features_in_habit >= 1 as has_habit,
        user_days_month_3 > 0 and user_days_month_3 >= user_days_month_1 as has_grown
    from measured
)

select
    account_id,
    segment,
    region,
    started_on,
    ends_on,
    started_quarter,
    is_over,
    first_mrr_usd,
    first_seats,
    months_before_paying,
    active_days,
    peak_users,
    {{ date_diff_days('started_on', 'first_active_on') }} as days_to_first_use,
    user_days_month_1,
    user_days_month_3,
    features_used,
    features_in_habit,
    has_integration,
    members,
    admins,
    invitations,
    tickets,
    questions,
    defects,
    escalations,
    missed_responses,
    has_begun,
    has_team,
    has_breadth,
    has_habit,
    has_grown,
    case when has_begun then 1 else 0 end
        + case when has_team then 1 else 0 end
        + case when has_breadth then 1 else 0 end
        + case when has_habit then 1 else 0 end
        + case when has_grown then 1 else 0 end as milestones,
    is_year_over,
    is_paying_after_a_year,
    mrr_after_a_year_usd
from milestones
