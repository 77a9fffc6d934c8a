{#- A conversion rate, four digits, null without a base. -#}
{% macro growth_rate_of(part, whole) -%}
    {{ safe_divide(part, whole, 4) }}
{%- endmacro %}

{#- Difference of two rates in percentage points. -#}
{% macro growth_points(now, before) -%}
    {{ rounded('100 * (' ~ now ~ ' - ' ~ before ~ ')', 2) }}
{%- endmacro %}

{#- The group in which growth reports a channel: marketing's groups, with everything that sales did in one. -#}
{% macro growth_channel_group(channel) -%}
    case
        when {{ channel }} in ('paid_search', 'paid_social', 'display') then 'Paid'
        when {{ channel }} in ('organic_search', 'organic_social', 'community', 'referral') then 'Organic'
        when {{ channel }} in ('email', 'webinar', 'event', 'content') then 'Owned'
        when {{ channel }} in ('outbound', 'sales', 'customer', 'partner') then 'Sales and partners'
        when {{ channel }} = 'direct' then 'Direct'
        else 'Unknown'
    end
{%- endmacro %}

{#- How much of a month somebody was there: the bands of the 2022 segmentation. -#}
{% macro growth_engagement_band(active_days) -%}
    case
        when {{ active_days }} >= 8 then 'power'
        when {{ active_days }} >= 3 then 'core'
        when {{ active_days }} >= 1 then 'casual'
        else 'none'
    end
{%- endmacro %}
