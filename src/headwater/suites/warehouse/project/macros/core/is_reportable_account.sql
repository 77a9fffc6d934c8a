{#- Whether an account counts in what the company reports: neither Mooring's own nor a load test or demo.
    Deleted accounts do count: what they did before they left stays in every history (docs/core/reportable.md). -#}
{% macro is_reportable_account(alias) -%}
    (not coalesce({{ alias }}.is_internal, false) and not coalesce({{ alias }}.is_test, false))
{%- endmacro %}
