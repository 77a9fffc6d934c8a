{# Country groups of the regional sheets. Each region keeps its own list; 'rest' is everything else of the region. #}
{% macro amer_group(country) -%}
case
    when {{ country }} = 'US' then 'United States'
    when {{ country }} = 'CA' then 'Canada'
    when {{ country }} in ('MX', 'BR', 'AR', 'CL', 'CO', 'PE', 'UY', 'CR') then 'Latin America'
    else 'no country'
end
{%- endmacro %}

{% macro emea_group(country) -%}
case
    when {{ country }} in ('DE', 'AT', 'CH') then 'DACH'
    when {{ country }} in ('GB', 'IE') then 'UK & Ireland'
    when {{ country }} in ('FR', 'ES', 'PT', 'IT') then 'South'
    when {{ country }} in ('NL', 'BE', 'LU') then 'Benelux'
    when {{ country }} in ('SE', 'NO', 'DK', 'FI', 'IS') then 'Nordics'
    else 'rest'
end
{%- endmacro %}

{% macro apac_group(country) -%}
case
    when {{ country }} = 'JP' then 'Japan'
    when {{ country }} in ('AU', 'NZ') then 'ANZ'
    when {{ country }} = 'IN' then 'India'
    when {{ country }} in ('SG', 'MY', 'TH', 'VN', 'ID', 'PH') then 'South-East Asia'
    else 'rest'
end
{%- endmacro %}

{# The Japanese fiscal year begins on the first of April and has the name of the year in which it begins: 2024 ends in March 2025. #}
{% macro japan_fiscal_year(value) -%}
cast(extract(year from {{ date_add_months(value, -3) }}) as integer)
{%- endmacro %}

{# 1 to 4 #}
{% macro japan_fiscal_quarter(value) -%}
cast(extract(quarter from {{ date_add_months(value, -3) }}) as integer)
{%- endmacro %}

{# Whether a moment is in the hours of a regional desk: from an hour of UTC on, for nine hours. A desk that begins late ends on the
   next day. #}
{% macro in_desk_hours(moment, first_hour) -%}
{%- set last_hour = first_hour + 9 -%}
{%- if last_hour <= 24 -%}
(extract(hour from {{ moment }}) >= {{ first_hour }} and extract(hour from {{ moment }}) < {{ last_hour }})
{%- else -%}
(extract(hour from {{ moment }}) >= {{ first_hour }} or extract(hour from {{ moment }}) < {{ last_hour - 24 }})
{%- endif -%}
{%- endmacro %}
