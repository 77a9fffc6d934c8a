{# Arithmetic with dates. Everything that databases spell differently is dispatched here and nowhere else.
   A date to which days or months are added becomes a timestamp on DuckDB and Postgres: wrap it in `to_date` where a day is meant. #}

{% macro date_add_days(value, days) -%}
{{ adapter.dispatch('date_add_days', 'mooring')(value, days) }}
{%- endmacro %}

{% macro default__date_add_days(value, days) -%}
dateadd(day, {{ days }}, {{ value }})
{%- endmacro %}

{% macro postgres__date_add_days(value, days) -%}
({{ value }} + ({{ days }}) * interval '1 day')
{%- endmacro %}

{% macro duckdb__date_add_days(value, days) -%}
date_add({{ value }}, to_days(cast({{ days }} as integer)))
{%- endmacro %}

{% macro date_add_months(value, months) -%}
{{ adapter.dispatch('date_add_months', 'mooring')(value, months) }}
{%- endmacro %}

{% macro default__date_add_months(value, months) -%}
dateadd(month, {{ months }}, {{ value }})
{%- endmacro %}

{% macro postgres__date_add_months(value, months) -%}
({{ value }} + ({{ months }}) * interval '1 month')
{%- endmacro %}

{% macro duckdb__date_add_months(value, months) -%}
date_add({{ value }}, to_months(cast({{ months }} as integer)))
{%- endmacro %}

{# The day of a timestamp or date, as a date. #}
{% macro to_date(value) -%}
cast({{ value }} as date)
{%- endmacro %}

{# Whole days from one date to a later one; boundaries crossed, not hours elapsed. #}
{% macro date_diff_days(start, end) -%}
{{ adapter.dispatch('date_diff_days', 'mooring')(start, end) }}
{%- endmacro %}

{% macro default__date_diff_days(start, end) -%}
datediff(day, {{ start }}, {{ end }})
{%- endmacro %}

{% macro postgres__date_diff_days(start, end) -%}
(cast({{ end }} as date) - cast({{ start }} as date))
{%- endmacro %}

{% macro duckdb__date_diff_days(start, end) -%}
date_diff('day', cast({{ start }} as date), cast({{ end }} as date))
{%- endmacro %}

{# Calendar months from one date to a later one; boundaries crossed. #}
{% macro date_diff_months(start, end) -%}
((extract(year from {{ end }}) - extract(year from {{ start }})) * 12 + (extract(month from {{ end }}) - extract(month from {{ start }})))
{%- endmacro %}

{# Minutes from one timestamp to another, with fractions cut. #}
{% macro minutes_between(start, end) -%}
{{ adapter.dispatch('minutes_between', 'mooring')(start, end) }}
{%- endmacro %}

{% macro default__minutes_between(start, end) -%}
floor(datediff(second, {{ start }}, {{ end }}) / 60)
{%- endmacro %}

{% macro postgres__minutes_between(start, end) -%}
cast(floor(extract(epoch from ({{ end }} - {{ start }})) / 60) as bigint)
{%- endmacro %}

{% macro duckdb__minutes_between(start, end) -%}
cast(floor(date_diff('second', {{ start }}, {{ end }}) / 60) as bigint)
{%- endmacro %}

{# First day of the month, as a date. #}
{% macro month_start(value) -%}
cast(date_trunc('month', {{ value }}) as date)
{%- endmacro %}

{# Monday of the week, as a date. #}
{% macro week_start(value) -%}
cast(date_trunc('week', {{ value }}) as date)
{%- endmacro %}

{# Last day of the month, as a date. #}
{% macro month_end(value) -%}
cast({{ date_add_days(date_add_months("date_trunc('month', " ~ value ~ ")", 1), -1) }} as date)
{%- endmacro %}

{# Unix seconds to a timestamp in UTC. #}
{% macro epoch_to_timestamp(seconds) -%}
{{ adapter.dispatch('epoch_to_timestamp', 'mooring')(seconds) }}
{%- endmacro %}

{% macro default__epoch_to_timestamp(seconds) -%}
to_timestamp_ntz({{ seconds }})
{%- endmacro %}

{% macro postgres__epoch_to_timestamp(seconds) -%}
(timestamp '1970-01-01 00:00:00' + {{ seconds }} * interval '1 second')
{%- endmacro %}

{% macro duckdb__epoch_to_timestamp(seconds) -%}
make_timestamp(cast({{ seconds }} as bigint) * 1000000)
{%- endmacro %}

{# A UTC timestamp on the clock of a named zone. #}
{% macro utc_to_zone(value, zone) -%}
{{ adapter.dispatch('utc_to_zone', 'mooring')(value, zone) }}
{%- endmacro %}

{% macro default__utc_to_zone(value, zone) -%}
convert_timezone('UTC', '{{ zone }}', {{ value }})
{%- endmacro %}

{% macro postgres__utc_to_zone(value, zone) -%}
(({{ value }} at time zone 'UTC') at time zone '{{ zone }}')
{%- endmacro %}

{% macro duckdb__utc_to_zone(value, zone) -%}
(({{ value }} at time zone 'UTC') at time zone '{{ zone }}')
{%- endmacro %}

{# One row a day from `start` to `end`, both included, in column `date_day`; the arguments are SQL of dates. #}
{% macro date_spine(start, end) -%}
{{ adapter.dispatch('date_spine', 'mooring')(start, end) }}
{%- endmacro %}

{% macro default__date_spine(start, end) -%}
select cast(dateadd(day, day_number, {{ start }}) as date) as date_day
from (
    {#- The numbers of seq4 have gaps. #}
    select row_number() over (order by seq4()) - 1 as day_number
    from table(generator(rowcount => 20000))
) as days
where dateadd(day, day_number, {{ start }}) <= {{ end }}
{%- endmacro %}

{% macro postgres__date_spine(start, end) -%}
select cast(generated as date) as date_day
from generate_series({{ start }}, {{ end }}, interval '1 day') as days(generated)
{%- endmacro %}

{% macro duckdb__date_spine(start, end) -%}
select cast(generated as date) as date_day
from generate_series({{ start }}, {{ end }}, interval 1 day) as days(generated)
{%- endmacro %}
