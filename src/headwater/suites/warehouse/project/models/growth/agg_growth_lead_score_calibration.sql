{%- set versions = ['v1', 'v2'] -%}
{%- set stages = ['mql', 'sql', 'opportunity', 'won'] -%}

-- Do grades mean what they say? By version, quarter and grade: how many leads, how many reached each stage, the lift over the
-- quarter's mean, and whether grades are in order (an A converts at least as often as a B, and so on).
-- Quarters whose leads are younger than 180 days are not here.

with leads as (

    select *
    from {{ ref('fct_growth_lead_scores') }}
    where is_mature

),

long as (
    {% for version in versions %}
    select
        '{{ version }}' as score_version,
        grade_{{ version }} as grade,
        fiscal_quarter,
        lead_id,
        channel_group,
        is_mql,
        is_sql,
        is_opportunity,
        is_won,
        score_v2
    from leads
    {{ 'union all' if not loop.last }}
    {% endfor %}
),

by_grade as (

    select
        score_version,
        fiscal_quarter,
        grade,
        count(*) as leads,
        round(avg(score_v2), 2) as mean_score
        {%- for stage in stages %},
        {{ count_where('is_' ~ stage) }} as {{ stage }}s
        {%- endfor %}
    from long
    group by score_version, fiscal_quarter, grade

),

by_quarter as (

    select
        score_version,
        fiscal_quarter,
        sum(leads) as quarter_leads
        {%- for stage in stages %},
        sum({{ stage }}s) as quarter_{{ stage }}s
        {%- endfor %}
    from by_grade
    group by score_version, fiscal_quarter

),

compared as (

    select
        by_grade.*,
        by_quarter.quarter_leads
        {%- for stage in stages %},
        by_quarter.quarter_{{ stage }}s
        {%- endfor %},
        lead(by_grade.sqls) over (partition by by_grade.score_version, by_grade.fiscal_quarter order by by_grade.grade) as sqls_of_next_grade,
        lead(by_grade.leads) over (partition by by_grade.score_version, by_grade.fiscal_quarter order by by_grade.grade) as leads_of_next_grade
    from by_grade
    inner join by_quarter
        on by_grade.score_version = by_quarter.score_version
        and by_grade.fiscal_quarter = by_quarter.fiscal_quarter

)

select
    {{ surrogate_key(['score_version', 'fiscal_quarter', 'grade']) }} as calibration_id,
    score_version,
    fiscal_quarter,
    grade,
    leads,
    mean_score,
    {{ growth_rate_of('leads', 'quarter_leads') }} as share_of_leads
    {%- for stage in stages %},
    {{ stage }}s,
    {{ growth_rate_of(stage ~ 's', 'leads') }} as {{ stage }}_rate,
    {{ growth_rate_of('quarter_' ~ stage ~ 's', 'quarter_leads') }} as {{ stage }}_rate_of_quarter,
    {{ safe_divide('1.0 * ' ~ stage ~ 's * quarter_leads', '(1.0 * leads * quarter_' ~ stage ~ 's)', 3) }} as {{ stage }}_lift
    {%- endfor %},
    -- integers on both sides: two rates that are equal stay equal
    sqls_of_next_grade is null or sqls * leads_of_next_grade >= sqls_of_next_grade * leads as is_in_order
from compared
