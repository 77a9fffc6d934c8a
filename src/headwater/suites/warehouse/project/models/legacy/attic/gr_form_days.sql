{{ config(
    materialized='incremental',
    event_time='submitted_on',
    unique_key=['submitted_on', 'form'],
    incremental_strategy='delete+insert'
) }}

-- forms by day and kind, double submissions within ten minutes counted once. was read by a dashboard of the growth project that went
-- with the tool it was made in.
with forms as (

    select
        submission_id,
        form,
        email,
        submitted_at,
        {{ to_date('submitted_at') }} as submitted_on,
        lag(submitted_at) over (partition by form, email order by submitted_at, submission_id) as submitted_before
    from {{ ref('stg_marketing__form_submissions') }}

),

counted as (

    select
        *,
        submitted_before is not null
        and {{ minutes_between('submitted_before', 'submitted_at') }} < 10 as is_double
    from forms

)

select
    submitted_on,
    form,
    count(*) as submissions,
    sum(case when is_double then 0 else 1 end) as forms,
    count(distinct email) as addresses
from counted
{%- if is_incremental() %}
where submitted_on >= {{ to_date(date_add_days(as_of(), -7)) }}
{%- endif %}
group by submitted_on, form
