-- The page by calendar quarter, for the partners' newsletter. Quarters that are not over are left out; so are growth rates across a
-- change of the revenue's basis.
with quarters as (

    select * from {{ ref('agg_page_quarterly_legacy') }}
    where is_complete

),

compared as (

    select
        this_one.*,
        year_ago.customers as customers_year_ago,
        year_ago.mrr_usd as mrr_year_ago_usd,
        year_ago.revenue_usd as revenue_year_ago_usd,
        year_ago.revenue_basis as basis_year_ago,
        year_ago.tickets as tickets_year_ago
    from quarters as this_one
    left join quarters as year_ago
        on this_one.first_month = {{ legacy_months_later('year_ago.first_month', 12) }}

),

moves as (

    select
        {{ legacy_quarter('month_dt') }} as calendar_quarter,
        sum(case when move = 'new' then 1 else 0 end) as customers_won,
        sum(case when move = 'back' then 1 else 0 end) as customers_back,
        sum(case when move = 'lost' then 1 else 0 end) as customers_lost,
        sum(case when move = 'up' then change_usd else 0 end) as mrr_up_usd,
        sum(case when move = 'down' then change_usd else 0 end) as mrr_down_usd,
        sum(case when move = 'restated' then change_usd else 0 end) as mrr_restated_usd
    from {{ ref('v_mrr_moves') }}
    group by {{ legacy_quarter('month_dt') }}

)

select
    compared.calendar_quarter,
    compared.first_month,
    compared.last_month,
    compared.customers,
    compared.customers_trial,
    compared.customers_before,
    coalesce(moves.customers_won, 0) as customers_won,
    coalesce(moves.customers_back, 0) as customers_back,
    coalesce(moves.customers_lost, 0) as customers_lost,
    compared.mrr_usd,
    compared.mrr_before_usd,
    compared.mrr_new_usd,
    coalesce(moves.mrr_up_usd, 0) as mrr_up_usd,
    coalesce(moves.mrr_down_usd, 0) as mrr_down_usd,
    compared.mrr_lost_usd,
    coalesce(moves.mrr_restated_usd, 0) as mrr_restated_usd,
    {{ growth_rate('compared.mrr_usd', 'compared.mrr_year_ago_usd') }} as mrr_growth_year,
    {{ growth_rate('compared.customers', 'compared.customers_year_ago') }} as customers_growth_year,
    compared.revenue_usd,
    compared.revenue_basis,
    case
        when compared.revenue_basis = compared.basis_year_ago and compared.revenue_basis <> 'mixed'
            then {{ growth_rate('compared.revenue_usd', 'compared.revenue_year_ago_usd') }}
    end as revenue_growth_year,
    compared.paid_usd,
    compared.open_usd,
    compared.late_usd,
    compared.tickets,
    {{ growth_rate('compared.tickets', 'compared.tickets_year_ago') }} as tickets_growth_year,
    compared.people,
    compared.licences,
    compared.trials
from compared
left join moves on compared.calendar_quarter = moves.calendar_quarter
