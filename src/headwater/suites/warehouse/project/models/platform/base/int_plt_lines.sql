-- Release lines (5.4, 7.10) from versions. A line's support ends with that of its first version: patches never prolong it.
with v as (
    select release_line as line, version, version_sort_key, released_on, end_of_support_on, is_lts, release_number
    from {{ ref('dim_server_versions') }}
), a as (
    select
        line,
        min(released_on) as first_released_on,
        max(released_on) as last_patch_on,
        min(version_sort_key) as min_key,
        max(version_sort_key) as max_key,
        min(end_of_support_on) as eos_on,
        count(*) as versions,
        count(*) - 1 as patches,
        {{ any_true('is_lts') }} as is_lts
    from v
    group by line
)
select
    a.*,
    row_number() over (order by min_key) as line_no,
    lead(first_released_on) over (order by min_key) as next_line_on,
    lead(line) over (order by min_key) as next_line,
    {{ date_diff_days('first_released_on', 'eos_on') }} as support_days
from a
