-- How many of the people who could use the product did. Guests are not ours to win, so full members only are in the
-- denominator; active members may include a guest, hence the cut at one.
select
    account_id,
    month_start,
    count(*) as workspaces,
    sum(members) as members,
    sum(full_members) as full_members,
    sum(active_members) as active_members,
    least({{ safe_divide('sum(active_members)', 'sum(full_members)') }}, 1) as active_share
from {{ ref('fct_workspace_members_monthly') }}
group by account_id, month_start
