{%- set grades = ['A', 'B', 'C', 'D'] -%}

-- Lead scoring for the meeting with sales: leads by grade in both versions, how the grades convert, how often they agree, and whether
-- a change of versions would change what is called first. Only quarters that are old enough to be judged have rates.

with leads as (

    select * from {{ ref('fct_growth_lead_scores') }}

),

counts as (

    select
        fiscal_quarter,
        count(*) as leads,
        {{ count_where('is_mature') }} as mature_leads,
        {{ count_where('grades_agree') }} as agreed,
        {{ count_where("grade_v1 in ('A', 'B') and grade_v2 in ('C', 'D')") }} as only_v1_would_call,
        {{ count_where("grade_v1 in ('C', 'D') and grade_v2 in ('A', 'B')") }} as only_v2_would_call,
        {{ count_where("grade_v1 in ('C', 'D') and grade_v2 in ('A', 'B') and is_opportunity") }} as only_v2_opportunities,
        {{ count_where("grade_v1 in ('A', 'B') and grade_v2 in ('C', 'D') and is_opportunity") }} as only_v1_opportunities,
        {{ count_where('has_hand_raised') }} as hand_raisers,
        {{ count_where('has_user') }} as with_user,
        round(avg(score_v2), 2) as mean_score_v2,
        {{ median('score_v2') }} as median_score_v2
        {%- for grade in grades %},
        {{ count_where("grade_v1 = '" ~ grade ~ "'") }} as v1_{{ grade | lower }},
        {{ count_where("grade_v2 = '" ~ grade ~ "'") }} as v2_{{ grade | lower }}
        {%- endfor %}
    from leads
    group by fiscal_quarter

),

calibration as (

    select
        fiscal_quarter
        {%- for version in ['v1', 'v2'] %}
        {%- for grade in grades %},
        max(case when score_version = '{{ version }}' and grade = '{{ grade }}' then sql_rate end) as {{ version }}_{{ grade | lower }}_sql_rate
        {%- endfor %},
        min(case when score_version = '{{ version }}' then case when is_in_order then 1 else 0 end end) as {{ version }}_in_order
        {%- endfor %}
    from {{ ref('agg_growth_lead_score_calibration') }}
    group by fiscal_quarter

)

select
    counts.fiscal_quarter,
    counts.leads,
    counts.mature_leads,
    {{ growth_rate_of('counts.agreed', 'counts.leads') }} as agreement_rate,
    counts.only_v1_would_call,
    counts.only_v2_would_call,
    counts.only_v1_opportunities,
    counts.only_v2_opportunities,
    counts.hand_raisers,
    counts.with_user,
    counts.mean_score_v2,
    counts.median_score_v2
    {%- for grade in grades %},
    counts.v1_{{ grade | lower }},
    counts.v2_{{ grade | lower }},
    calibration.v1_{{ grade | lower }}_sql_rate,
    calibration.v2_{{ grade | lower }}_sql_rate
    {%- endfor %},
    calibration.v1_in_order = 1 as v1_is_in_order,
    calibration.v2_in_order = 1 as v2_is_in_order
from counts
left join calibration
    on counts.fiscal_quarter = calibration.fiscal_quarter
