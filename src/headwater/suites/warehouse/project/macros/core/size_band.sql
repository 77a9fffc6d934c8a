{#- The band of a number of people that reports group by. The bands are those of raw_app.accounts.employee_band. -#}
{% macro size_band(number) -%}
    case
        when {{ number }} is null then 'unknown'
        when {{ number }} <= 0 then '0'
        when {{ number }} <= 10 then '1-10'
        when {{ number }} <= 50 then '11-50'
        when {{ number }} <= 200 then '51-200'
        when {{ number }} <= 1000 then '201-1000'
        else '1000+'
    end
{%- endmacro %}
