-- Territories by quarter: seats, coverage, quota, bookings, pipeline and customers. A territory without a seller is in the table as
-- long as it has bookings or customers; vacancies are what the page is for.
{% set roles = ['AE', 'SDR', 'CSM'] %}
with quarters as (
    select * from {{ ref('int_revops_quarters') }}
),

territories as (
    select * from {{ ref('dim_territories') }}
),

seats as (
    select
        territory_id,
        fiscal_quarter,
        {% for role in roles %}
        count(distinct case when role = '{{ role }}' then crm_user_id end) as {{ role | lower }}_people,
        sum(case when role = '{{ role }}' then days_covered else 0 end) as {{ role | lower }}_days,
        {% endfor %}
        max(days_past) as days_past
    from {{ ref('int_revops_territory_days') }}
    group by territory_id, fiscal_quarter
),

attained as (
    select
        territory_id,
        fiscal_quarter,
        quota_usd,
        booked_acv_usd,
        attainment
    from {{ ref('agg_territory_attainment_quarterly') }}
),

bookings as (
    select
        territory_id,
        fiscal_quarter,
        count(*) as bookings,
        {{ pivot_count('booking_type', ['new', 'expansion', 'renewal'], suffix='_bookings') }},
        sum(acv_usd) as all_acv_usd,
        sum(case when booking_type = 'renewal' then acv_usd else 0 end) as renewal_acv_usd
    from {{ ref('fct_bookings') }}
    where territory_id is not null
    group by territory_id, fiscal_quarter
),

pipeline_weeks as (
    select
        territory_id,
        week_fiscal_quarter as fiscal_quarter,
        week_ending_on,
        sum(amount_usd) as open_usd,
        sum(weighted_amount_usd) as weighted_usd,
        count(*) as open_deals,
        sum(case when is_overdue then 1 else 0 end) as overdue_deals
    from {{ ref('fct_pipeline_weekly') }}
    where territory_id is not null
    group by territory_id, week_fiscal_quarter, week_ending_on
),

closing_pipeline as (
    {{ deduplicate('pipeline_weeks', 'territory_id, fiscal_quarter', 'week_ending_on desc') }}
),

customers as (
    select
        accounts.region || ' ' || accounts.segment as territory_group,
        {{ fiscal_quarter('mrr.month_start') }} as fiscal_quarter,
        mrr.month_start,
        count(distinct mrr.account_id) as customers,
        sum(mrr.arr_usd) as arr_usd
    from {{ ref('fct_account_mrr_monthly') }} as mrr
    inner join {{ ref('dim_accounts') }} as accounts
        on mrr.account_id = accounts.account_id
    group by 1, 2, 3
),

closing_customers as (
    {{ deduplicate('customers', 'territory_group, fiscal_quarter', 'month_start desc') }}
)

select
    {{ surrogate_key(['territories.territory_id', 'quarters.fiscal_quarter']) }} as territory_quarter_key,
    territories.territory_id,
    territories.territory_name,
    territories.sales_region,
    territories.segment,
    quarters.fiscal_quarter,
    quarters.quarter_starts_on,
    quarters.is_over,
    {% for role in roles %}
    coalesce(seats.{{ role | lower }}_people, 0) as {{ role | lower }}_people,
    {{ safe_divide('coalesce(seats.' ~ (role | lower) ~ '_days, 0)', 'seats.days_past', 2) }} as {{ role | lower }}_seats,
    {% endfor %}
    coalesce(attained.quota_usd, 0) as quota_usd,
    coalesce(attained.booked_acv_usd, 0) as booked_acv_usd,
    attained.attainment,
    coalesce(bookings.bookings, 0) as bookings,
    coalesce(bookings.new_bookings, 0) as new_bookings,
    coalesce(bookings.expansion_bookings, 0) as expansion_bookings,
    coalesce(bookings.renewal_bookings, 0) as renewal_bookings,
    coalesce(bookings.renewal_acv_usd, 0) as renewal_acv_usd,
    coalesce(closing_pipeline.open_usd, 0) as closing_pipeline_usd,
    coalesce(closing_pipeline.weighted_usd, 0) as closing_weighted_usd,
    coalesce(closing_pipeline.open_deals, 0) as closing_open_deals,
    coalesce(closing_pipeline.overdue_deals, 0) as closing_overdue_deals,
    coalesce(closing_customers.customers, 0) as closing_customers,
    coalesce(closing_customers.arr_usd, 0) as closing_arr_usd,
    {{ safe_divide('coalesce(closing_customers.customers, 0)', 'nullif(seats.csm_people, 0)', 1) }} as customers_per_csm,
    {{ safe_divide('coalesce(attained.booked_acv_usd, 0)', 'nullif(seats.ae_people, 0)', 2) }} as booked_per_seller_usd,
    coalesce(seats.ae_people, 0) = 0 as is_vacant
from quarters
cross join territories
left join seats
    on territories.territory_id = seats.territory_id
    and quarters.fiscal_quarter = seats.fiscal_quarter
left join attained
    on territories.territory_id = attained.territory_id
    and quarters.fiscal_quarter = attained.fiscal_quarter
left join bookings
    on territories.territory_id = bookings.territory_id
    and quarters.fiscal_quarter = bookings.fiscal_quarter
left join closing_pipeline
    on territories.territory_id = closing_pipeline.territory_id
    and quarters.fiscal_quarter = closing_pipeline.fiscal_quarter
left join closing_customers
    on territories.territory_group = closing_customers.territory_group
    and quarters.fiscal_quarter = closing_customers.fiscal_quarter
