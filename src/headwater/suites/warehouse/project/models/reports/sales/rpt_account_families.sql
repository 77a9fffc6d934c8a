-- Sales by the company at the top of each family: what was booked, what is open, and what it pays now.
with accounts as (

    select * from {{ ref('dim_crm_accounts') }}

),

bookings as (

    select
        crm_account_id,
        sum(acv_usd) as acv_usd,
        sum(tcv_usd) as tcv_usd,
        count(*) as bookings
    from {{ ref('fct_bookings') }}
    group by crm_account_id

),

pipeline as (

    select
        crm_account_id,
        sum(amount_usd) as open_usd
    from {{ ref('fct_opportunities') }}
    where not is_closed
    group by crm_account_id

),

-- two CRM accounts can stand for one account of the app: its revenue goes to the older
revenue as (

    select
        owned.crm_account_id,
        sum(mrr.mrr_usd) as mrr_usd
    from (
        select
            account_id,
            crm_account_id,
            row_number() over (partition by account_id order by created_at, crm_account_id) as owner_number
        from accounts
        where account_id is not null
    ) as owned
    inner join {{ ref('fct_account_mrr_monthly') }} as mrr
        on owned.account_id = mrr.account_id
    where owned.owner_number = 1
        and mrr.month_start = {{ month_start(as_of()) }}
    group by owned.crm_account_id

)

select
    accounts.ultimate_crm_account_id,
    max(accounts.ultimate_account_name) as ultimate_account_name,
    count(*) as accounts,
    max(accounts.hierarchy_level) as deepest_level,
    sum(coalesce(bookings.bookings, 0)) as bookings,
    sum(coalesce(bookings.acv_usd, 0)) as acv_usd,
    sum(coalesce(bookings.tcv_usd, 0)) as tcv_usd,
    sum(coalesce(pipeline.open_usd, 0)) as open_usd,
    sum(coalesce(revenue.mrr_usd, 0)) as current_mrr_usd
from accounts
left join bookings
    on accounts.crm_account_id = bookings.crm_account_id
left join pipeline
    on accounts.crm_account_id = pipeline.crm_account_id
left join revenue
    on accounts.crm_account_id = revenue.crm_account_id
group by accounts.ultimate_crm_account_id
