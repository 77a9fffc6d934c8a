-- What customers added to running licences, by fiscal quarter and kind of change.
with true_ups as (
    select
        *,
        {{ fiscal_quarter('changed_on') }} as fiscal_quarter
    from {{ ref('fct_license_true_ups') }}
)

select
    fiscal_quarter,
    change_type,
    count(*) as changes,
    count(distinct account_id) as accounts,
    sum(seats_added) as seats_added,
    {{ money('sum(mrr_change_usd)') }} as mrr_change_usd,
    {{ annualise('sum(mrr_change_usd)') }} as arr_change_usd
from true_ups
group by fiscal_quarter, change_type
