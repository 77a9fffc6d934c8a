{# How the end of a term went, by the day on which its renewal was sold: before the last day of the term is early, at the
   latest on the day after it on time, within the grace period late. Later is a win-back, and the term was lost. A term
   whose grace period is still running is pending, unless it was canceled or revoked. #}
{% macro renewal_outcome(due_on, sold_on, was_ended) -%}
    case
        when {{ sold_on }} < {{ due_on }} then 'early'
        when {{ sold_on }} <= {{ day_after(due_on) }} then 'on_time'
        when {{ sold_on }} <= {{ grace_ends_on(due_on) }} then 'late'
        when not {{ was_ended }} and {{ grace_ends_on(due_on) }} >= {{ as_of() }} then 'pending'
        else 'lost'
    end
{%- endmacro %}
