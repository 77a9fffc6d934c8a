{# Gives analytics.events a layout while others read and write it. Each step can be repeated, so a run that was
   interrupted is finished by the next one. `layout` is the statement that creates analytics.events_rebuild. #}
{% macro rebuild_events(layout) %}
  {% if has_table('events', "sorting_key = ''") %}
    {% do change('drop table if exists analytics.events_rebuild') %}
    {% do change(layout) %}
    {% do change('insert into analytics.events_rebuild select * from analytics.events') %}
    {% do change('exchange tables analytics.events and analytics.events_rebuild') %}
  {% endif %}
  {% if has_table('events_rebuild', 'true') %}
    {% do bring_over_the_rest() %}
    {% do change('drop table analytics.events_rebuild') %}
  {% endif %}
{% endmacro %}

{# Copies rows that are only in the old table, and looks again, as an insert may have been under way. #}
{% macro bring_over_the_rest() %}
  {% set missing %}
    from analytics.events_rebuild where event_id not in (select event_id from analytics.events)
  {% endset %}
  {% if number_of('select count() ' ~ missing) > 0 %}
    {% do change('insert into analytics.events select * ' ~ missing) %}
    {% do bring_over_the_rest() %}
  {% endif %}
{% endmacro %}
