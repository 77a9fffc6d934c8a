{# Segment of a prospect by its head count. Customers take the segment of dim_accounts. #}
{% macro crm_segment(employees) -%}
    case
        when coalesce({{ employees }}, 0) > 1000 then 'Enterprise'
        when coalesce({{ employees }}, 0) > 200 then 'Mid-Market'
        else 'SMB'
    end
{%- endmacro %}
