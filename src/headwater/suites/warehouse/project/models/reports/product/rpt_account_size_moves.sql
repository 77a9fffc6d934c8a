-- Accounts that grew or shrank from one band of employees to another, by quarter: the raw material of segment reviews.
with versions as (

    select
        *,
        lag(employee_band) over (partition by account_id order by version_number) as previous_band,
        lag(employee_band_order) over (partition by account_id order by version_number) as previous_band_order,
        lag(segment) over (partition by account_id order by version_number) as previous_segment
    from {{ ref('dim_account_history') }}
    where is_reportable

)

select
    {{ fiscal_quarter('valid_from') }} as fiscal_quarter,
    {{ fiscal_quarter_start('valid_from') }} as fiscal_quarter_start,
    previous_segment as from_segment,
    segment as to_segment,
    count(*) as moves,
    {{ count_where('employee_band_order > previous_band_order') }} as accounts_grown,
    {{ count_where('employee_band_order < previous_band_order') }} as accounts_shrunk
from versions
where previous_band is not null and employee_band is not null and previous_band <> employee_band
group by
    {{ fiscal_quarter('valid_from') }},
    {{ fiscal_quarter_start('valid_from') }},
    previous_segment,
    segment
