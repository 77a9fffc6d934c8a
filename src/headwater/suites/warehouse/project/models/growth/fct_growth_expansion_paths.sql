{%- set signals = ['seats_full', 'members_grew', 'new_workspace', 'plan_limit', 'champions'] -%}

-- What went before an expansion. One row an expansion of recurring revenue (fct_mrr_movements), with what could be seen in the
-- three months before it, and the same for as many months of other paying accounts as there are (the base rate is in
-- agg_growth_expansion_signals). Signals:
--
--   seats_full      use of 90 % of the seats and more in one of the three months
--   members_grew    a fifth more full members than three months before
--   new_workspace   another workspace of the account was created
--   plan_limit      a feature above the plan was released or looked for: here, a trial of a higher plan was started
--   champions       two people who are power users by the product team's measure in a month

with paying as (

    select
        account_id,
        month_start,
        sum(mrr_usd) as mrr_usd,
        sum(seats) as seats
    from {{ ref('fct_account_mrr_monthly') }}
    where mrr_usd > 0
    group by account_id, month_start

),

movements as (

    select
        account_id,
        month_start,
        movement_type,
        previous_mrr_usd,
        mrr_change_usd,
        seats_change
    from {{ ref('fct_mrr_movements') }}
    where movement_type = 'expansion'

),

months as (

    select
        paying.account_id,
        paying.month_start,
        paying.mrr_usd,
        paying.seats,
        movements.account_id is not null as is_expansion,
        coalesce(movements.mrr_change_usd, 0) as expansion_usd,
        coalesce(movements.seats_change, 0) as seats_added,
        coalesce(movements.previous_mrr_usd, 0) as previous_mrr_usd
    from paying
    left join movements
        on paying.account_id = movements.account_id
        and paying.month_start = movements.month_start

),

people as (

    select
        main_account_id as account_id,
        month_start,
        count(*) as active_users,
        {{ count_where('active_days >= ' ~ var('power_user_days')) }} as power_users
    from {{ ref('fct_user_monthly_activity') }}
    group by main_account_id, month_start

),

members as (

    select
        account_id,
        month_start,
        sum(full_members) as full_members
    from {{ ref('fct_workspace_members_monthly') }}
    group by account_id, month_start

),

new_workspaces as (

    select
        account_id,
        {{ month_start('created_on') }} as month_start,
        count(*) as workspaces
    from {{ ref('dim_workspaces') }}
    where is_reportable
        and not is_first_of_account
    group by account_id, {{ month_start('created_on') }}

),

trials as (

    select
        account_id,
        month_start,
        count(*) as trials
    from {{ ref('fct_workspace_trials') }}
    group by account_id, month_start

),

seen as (

    select
        months.account_id,
        months.month_start,
        max(case when months_before.seats > 0 and 10 * coalesce(people.active_users, 0) >= 9 * months_before.seats then 1 else 0 end) as had_seats_full,
        max(case when members.full_members > 0 then members.full_members end) as peak_members,
        min(case when members.full_members > 0 then members.full_members end) as least_members,
        max(case when coalesce(new_workspaces.workspaces, 0) > 0 then 1 else 0 end) as had_new_workspace,
        max(case when coalesce(trials.trials, 0) > 0 then 1 else 0 end) as had_plan_limit,
        max(case when coalesce(people.power_users, 0) >= 2 then 1 else 0 end) as had_champions,
        count(*) as months_seen
    from months
    inner join paying as months_before
        on months.account_id = months_before.account_id
        and months_before.month_start < months.month_start
        and months_before.month_start >= {{ to_date(date_add_months('months.month_start', -3)) }}
    left join people
        on months_before.account_id = people.account_id
        and months_before.month_start = people.month_start
    left join members
        on months_before.account_id = members.account_id
        and months_before.month_start = members.month_start
    left join new_workspaces
        on months_before.account_id = new_workspaces.account_id
        and months_before.month_start = new_workspaces.month_start
    left join trials
        on months_before.account_id = trials.account_id
        and months_before.month_start = trials.month_start
    group by months.account_id, months.month_start

),

flagged as (

    select
        months.*,
        seen.months_seen,
        seen.had_seats_full = 1 as had_seats_full,
        coalesce(5 * seen.peak_members >= 6 * seen.least_members, false) as had_members_grew,
        seen.had_new_workspace = 1 as had_new_workspace,
        seen.had_plan_limit = 1 as had_plan_limit,
        seen.had_champions = 1 as had_champions
    from months
    inner join seen
        on months.account_id = seen.account_id
        and months.month_start = seen.month_start

)

select
    {{ surrogate_key(['flagged.account_id', 'flagged.month_start']) }} as path_id,
    flagged.account_id,
    flagged.month_start,
    {{ fiscal_quarter('flagged.month_start') }} as fiscal_quarter,
    accounts.segment,
    accounts.channel_group,
    accounts.motion,
    flagged.mrr_usd,
    flagged.seats,
    flagged.previous_mrr_usd,
    flagged.is_expansion,
    flagged.expansion_usd,
    flagged.seats_added,
    flagged.months_seen
    {%- for signal in signals %},
    flagged.had_{{ signal }}
    {%- endfor %},
    {%- for signal in signals %}
    case when flagged.had_{{ signal }} then 1 else 0 end{{ ' +' if not loop.last }}
    {%- endfor %} as signals_seen
from flagged
inner join {{ ref('int_growth_accounts') }} as accounts
    on flagged.account_id = accounts.account_id
