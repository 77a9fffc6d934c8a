{# The ticket system keeps tags in one text, separated by blanks; a tag is a whole word. #}
{% macro cs_has_tag(column, tag) -%}
coalesce(' ' || lower({{ column }}) || ' ' like '% {{ tag }} %', false)
{%- endmacro %}

{# Age of something that is open, as the ageing page groups it. #}
{% macro cs_age_bucket(days) -%}
case
    when {{ days }} < 1 then 'today'
    when {{ days }} < 3 then '1-2 days'
    when {{ days }} < 7 then '3-6 days'
    when {{ days }} < 14 then '7-13 days'
    when {{ days }} < 30 then '14-29 days'
    else '30 days and more'
end
{%- endmacro %}

{# The order of the buckets on the page. #}
{% macro cs_age_bucket_order(bucket) -%}
case {{ bucket }} when 'today' then 1 when '1-2 days' then 2 when '3-6 days' then 3 when '7-13 days' then 4 when '14-29 days' then 5 else 6 end
{%- endmacro %}

{# A moment on the clock of a desk, as if it were UTC, so that `business_minutes_between` (08:00 to 18:00) counts the desk's day. #}
{% macro cs_desk_clock(moment, region) -%}
case {{ region }}
    when 'AMER' then {{ moment }} - interval '7 hours'
    when 'APAC' then {{ moment }} + interval '5 hours'
    else {{ moment }}
end
{%- endmacro %}

{# Met, missed or running, as support counts promises. `minutes` runs on for what is not done. #}
{% macro cs_promise(minutes, target, is_done) -%}
case when {{ target }} is null then null when {{ minutes }} > {{ target }} then 'missed' when {{ is_done }} then 'met' else 'running' end
{%- endmacro %}

{# Share of kept promises among those that are decided. #}
{% macro cs_kept_rate(outcome) -%}
{{ safe_divide(count_where(outcome ~ " = 'met'"), count_where(outcome ~ " in ('met', 'missed')")) }}
{%- endmacro %}
