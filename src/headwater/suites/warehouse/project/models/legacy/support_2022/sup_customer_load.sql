{{ config(materialized='table') }}

-- S. Olofsson, November 2022. Customers by the work that they make: tickets, answers and hours in the last twelve months against what
-- they pay. "Hours" are five minutes for each answer and two for each note, as agreed with finance (SUP-38).
with tickets as (

    select * from {{ ref('sup_ticket_list') }}
    where created_dt > {{ to_date(date_add_months(as_of(), -12)) }}
        and cust_id is not null

),

work as (

    select
        cust_id,
        count(*) as tickets,
        sum(case when prio_no <= 2 then 1 else 0 end) as high_and_urgent,
        sum(case when topic = 'defect' then 1 else 0 end) as defects,
        sum(answers) as answers,
        sum(internal_notes) as internal_notes,
        sum(answers * 5 + internal_notes * 2) as minutes_of_work,
        sum(case when answer_result = 'late' or solution_result = 'late' then 1 else 0 end) as late_ones,
        sum(case when score = 'bad' then 1 else 0 end) as bad_marks
    from tickets
    group by cust_id

),

revenue as (

    select
        cust_id,
        sum(mrr_usd) as mrr_12m_usd
    from {{ ref('v_mrr') }}
    where month_dt > {{ to_date(date_add_months(as_of(), -12)) }}
    group by cust_id

),

accounts as (

    select
        cust_id,
        cust_name,
        region,
        size_class,
        account_kind
    from {{ ref('base_accounts') }}

)

select
    work.cust_id,
    accounts.cust_name,
    accounts.region,
    accounts.size_class,
    work.tickets,
    work.high_and_urgent,
    work.defects,
    work.answers,
    work.internal_notes,
    work.minutes_of_work,
    work.late_ones,
    work.bad_marks,
    coalesce(revenue.mrr_12m_usd, 0) as mrr_12m_usd,
    {{ safe_divide('work.minutes_of_work * 1000', 'revenue.mrr_12m_usd', 2) }} as minutes_for_1000_usd,
    row_number() over (order by work.minutes_of_work desc, work.cust_id) as work_rank
from work
inner join accounts on work.cust_id = accounts.cust_id
left join revenue on work.cust_id = revenue.cust_id
where accounts.account_kind = 'customer'
