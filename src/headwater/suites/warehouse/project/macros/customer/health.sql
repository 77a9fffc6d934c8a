{# A component of the health score: 0 at `worst`, 100 at `best`, straight in between, and the neutral 50 where nothing is known. #}
{% macro health_component(value, worst, best) -%}
{{ rounded('cast(coalesce(least(greatest((' ~ value ~ ' - ' ~ worst ~ ') * 100.0 / (' ~ best ~ ' - ' ~ worst ~ '), 0), 100), 50) as double precision)', 2) }}
{%- endmacro %}

{# 'healthy', 'watch' and 'at_risk': the customer team's own limits, agreed in January 2023. #}
{% macro health_band(score) -%}
case when {{ score }} >= 70 then 'healthy' when {{ score }} >= 45 then 'watch' else 'at_risk' end
{%- endmacro %}

{# Net promoter score of scores from 0 to 10: promoters (9, 10) less detractors (0 to 6), in points. #}
{% macro nps(score) -%}
{{ rounded('cast(100.0 * (' ~ count_where(score ~ ' >= 9') ~ ' - ' ~ count_where(score ~ ' <= 6') ~ ') / nullif(count(' ~ score ~ '), 0) as double precision)', 1) }}
{%- endmacro %}

{% macro nps_group(score) -%}
case when {{ score }} >= 9 then 'promoter' when {{ score }} >= 7 then 'passive' when {{ score }} >= 0 then 'detractor' end
{%- endmacro %}
