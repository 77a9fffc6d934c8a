{# Effects of a product of two factors. Volume is at the old price and price at the new volume, so that both add up to the change. #}
{% macro plan_volume_effect(volume_now, volume_then, price_then) -%}
{{ money('cast((' ~ volume_now ~ ') - (' ~ volume_then ~ ') as double precision) * (' ~ price_then ~ ')') }}
{%- endmacro %}

{% macro plan_price_effect(change, volume_now, volume_then, price_then) -%}
{{ money('(' ~ change ~ ') - cast((' ~ volume_now ~ ') - (' ~ volume_then ~ ') as double precision) * (' ~ price_then ~ ')') }}
{%- endmacro %}

{# A month is closed on the fourth business day of the next one. Before that its actuals are a flash. #}
{% macro plan_closed_before() -%}
(
    select max(month_start)
    from (
        select
            {{ to_date(date_add_months('month_start', -1)) }} as month_start,
            sum(case when is_business_day and date_day <= {{ as_of() }} then 1 else 0 end) as business_days
        from {{ ref('dim_dates') }}
        group by month_start
    ) as closes
    where business_days >= 4
)
{%- endmacro %}

{# Materiality of the planning team: five per cent and two thousand dollars. #}
{% macro plan_is_material(variance, plan) -%}
(abs({{ variance }}) >= 2000 and abs({{ variance }}) >= 0.05 * abs({{ plan }}))
{%- endmacro %}
