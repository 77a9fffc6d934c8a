-- Agencies set up workspaces for others: two people may work before the second one has joined for good.
with funnel as (

    select sum(workspaces_reached) as workspaces
    from {{ ref('rpt_activation_funnel') }}
    where step = 'activated'

),

channels as (

    select sum(activated_workspaces) as workspaces
    from {{ ref('rpt_activation_by_channel') }}

)

select funnel.workspaces as in_funnel, channels.workspaces as by_channel
from funnel
cross join channels
where abs(funnel.workspaces - channels.workspaces) > 0.02 * channels.workspaces
