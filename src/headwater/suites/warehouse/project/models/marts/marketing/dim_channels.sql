select
    channel,
    channel_name,
    channel_group,
    is_paid,
    sort_order
from {{ ref('marketing_channels') }}
