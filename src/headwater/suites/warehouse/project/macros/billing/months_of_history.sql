{# One row for each month of the company's history up to the month of the frozen clock: (month_start, month_end). #}
{% macro months_of_history() -%}
    select distinct
        month_start,
        {{ month_end('month_start') }} as month_end
    from {{ ref('dim_dates') }}
    where date_day >= {{ history_start() }}
        and date_day <= {{ as_of() }}
{%- endmacro %}
