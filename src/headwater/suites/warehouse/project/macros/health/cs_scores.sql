{# A value between `worst` (0) and `best` (100), straight in between, cut at both ends; `neutral` where it is not known.
   Decimals all the way, so that weighted sums agree to the last digit. #}
{% macro cs_scale(value, worst, best, neutral=50) -%}
cast(coalesce(least(greatest({{ rounded('100.0 * (' ~ value ~ ' - ' ~ worst ~ ') / (' ~ best ~ ' - ' ~ worst ~ ')', 2) }}, 0), 100), {{ neutral }}) as decimal(9, 4))
{%- endmacro %}

{# Colours of the second score. Lower than those of the first one (70 and 45): the second score has fewer components at 50 by default. #}
{% macro cs_band(score) -%}
case when {{ score }} >= 62 then 'green' when {{ score }} >= 42 then 'amber' else 'red' end
{%- endmacro %}

{# The colour of the first score in the words of the second one. #}
{% macro cs_band_of_first(health_band) -%}
case {{ health_band }} when 'healthy' then 'green' when 'watch' then 'amber' when 'at_risk' then 'red' end
{%- endmacro %}

{# 1 for green to 3 for red: higher is worse, so that differences read as "got worse by". #}
{% macro cs_band_rank(band) -%}
case {{ band }} when 'green' then 1 when 'amber' then 2 when 'red' then 3 end
{%- endmacro %}
