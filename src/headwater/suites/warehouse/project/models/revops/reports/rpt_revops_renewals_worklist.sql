-- The list of customer success for this week: open terms that need something, the most valuable first.
select
    renewals.term_id,
    renewals.account_id,
    accounts.account_name,
    renewals.segment,
    renewals.region,
    owners.rep_name as owner_name,
    renewals.term_type,
    renewals.plan,
    renewals.due_on,
    renewals.days_to_due,
    renewals.annual_value_usd,
    renewals.risk,
    renewals.health_score,
    renewals.score_change_3_months,
    renewals.seat_use,
    renewals.overdue_usd,
    renewals.open_renewal_deals,
    renewals.next_step,
    row_number() over (partition by renewals.next_step order by renewals.annual_value_usd desc, renewals.term_id) as place
from {{ ref('fct_revops_renewals') }} as renewals
inner join {{ ref('dim_accounts') }} as accounts
    on renewals.account_id = accounts.account_id
left join {{ ref('dim_sales_reps') }} as owners
    on renewals.owner_crm_user_id = owners.crm_user_id
where renewals.next_step not in ('decided', 'none')
    and not accounts.is_deleted
