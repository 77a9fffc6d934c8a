-- Every time that an open opportunity's close date was moved later. Pulling it in is no slip.
with versions as (

    select * from {{ ref('int_opportunity_versions') }}

)

select
    opportunity_id,
    opportunity_change_id,
    row_number() over (partition by opportunity_id order by version_number) as slip_number,
    {{ crm_local_date('valid_from') }} as slipped_on,
    previous_close_date,
    close_date,
    {{ date_diff_days('previous_close_date', 'close_date') }} as days_slipped,
    {{ fiscal_quarter('previous_close_date') }} <> {{ fiscal_quarter('close_date') }} as is_out_of_quarter,
    changed_by_crm_user_id
from versions
where close_date > previous_close_date
    and not {{ is_closed_stage('stage') }}
