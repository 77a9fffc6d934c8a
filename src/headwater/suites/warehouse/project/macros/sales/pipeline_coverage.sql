{# Coverage: how many times the pipeline holds what is still to be booked; null once the quota is reached. #}
{% macro pipeline_coverage(open_usd, quota_usd, booked_usd) -%}
    {{ safe_divide(open_usd, "case when " ~ quota_usd ~ " > " ~ booked_usd ~ " then " ~ quota_usd ~ " - " ~ booked_usd ~ " end") }}
{%- endmacro %}
