{# The number that a query answers with. #}
{% macro number_of(query) %}
  {{ return(run_query(query).rows[0][0] | int) }}
{% endmacro %}

{# Whether analytics has a table of this name for which a condition on system.tables holds. #}
{% macro has_table(name, condition) %}
  {% set query %}
    select count() from system.tables where database = 'analytics' and name = '{{ name }}' and {{ condition }}
  {% endset %}
  {{ return(number_of(query) > 0) }}
{% endmacro %}

{% macro change(sql) %}
  {% call statement() %}{{ sql }}{% endcall %}
{% endmacro %}
