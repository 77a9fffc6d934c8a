{{ config(severity='warn') }}

-- LEG-12. The busiest day of every workspace against people counted once: the first version is higher where somebody works in two
-- workspaces, and lower where a team never comes on the same day. Left as a reminder not to compare the two.
select
    v1.cust_id,
    v1.month_dt,
    v1.people as people_v1,
    v2.people as people_v2
from {{ ref('v_usage_v1') }} as v1
inner join {{ ref('v_usage_v2') }} as v2
    on v1.cust_id = v2.cust_id
    and v1.month_dt = v2.month_dt
where v1.people > 2 * v2.people
    and v1.month_dt >= {{ legacy_cutover('usage') }}
