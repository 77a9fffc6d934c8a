{#- Silence of a server by length. 7 is the carry window of the product tables, 30 is "gone" there (server_silent_days). -#}
{% macro plt_gap_class(n) -%}
case when {{ n }} <= 2 then 'blip' when {{ n }} <= {{ var('ping_carry_days') }} then 'short' when {{ n }} <= {{ var('server_silent_days') }} then 'long' else 'dark' end
{%- endmacro %}

{#- Days until a line was taken. Limits from the support handbook, 2023 edition. -#}
{% macro plt_lag_class(n) -%}
case when {{ n }} is null then 'never' when {{ n }} <= 14 then 'fast' when {{ n }} <= 45 then 'normal' when {{ n }} <= 120 then 'slow' else 'laggard' end
{%- endmacro %}

{#- Use over entitlement. -#}
{% macro plt_util_band(r) -%}
case when {{ r }} is null then 'unknown' when {{ r }} > 1 then 'over' when {{ r }} > 0.9 then 'full' when {{ r }} >= 0.5 then 'fit' when {{ r }} > 0 then 'idle' else 'empty' end
{%- endmacro %}

{#- sev1 counts whole, sev2 half, sev3 a fifth: how the ops review weighs minutes since 2022-10. -#}
{% macro plt_sev_weight(s) -%}
cast(case {{ s }} when 'sev1' then 1 when 'sev2' then 0.5 when 'sev3' then 0.2 else 0 end as decimal(4, 2))
{%- endmacro %}

{% macro plt_pct(n, d, digits=2) -%}
{{ safe_divide('100.0 * (' ~ n ~ ')', d, digits) }}
{%- endmacro %}
