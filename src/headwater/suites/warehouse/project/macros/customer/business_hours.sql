{# Minutes of support hours (Monday to Friday, 08:00 to 18:00 UTC) between two timestamps, by counting whole weeks, whole days and the
   rest. Holidays are worked: the contract says so since 2021. #}
{% macro business_minutes_between(start, end) -%}
({{ business_minutes_until(end) }} - {{ business_minutes_until(start) }})
{%- endmacro %}

{# Business minutes from Monday 2018-01-01 00:00 to a moment. #}
{% macro business_minutes_until(moment) -%}
(
    (floor({{ date_diff_days("cast('2018-01-01' as date)", moment) }} / 7) * 5
        + least({{ date_diff_days("cast('2018-01-01' as date)", moment) }} % 7, 5)) * 600
    + case
        when {{ date_diff_days("cast('2018-01-01' as date)", moment) }} % 7 >= 5 then 0
        else least(greatest(extract(hour from {{ moment }}) * 60 + extract(minute from {{ moment }}) - 480, 0), 600)
    end
)
{%- endmacro %}
