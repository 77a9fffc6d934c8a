-- What customers said: survey answers of twelve months and marks for support of six. A bad mark weighs like a detractor.
with answers as (
    select
        months.account_id,
        months.month_start,
        count(*) as nps_answers,
        sum(nps.nps_score) as nps_sum,
        {{ count_where("nps.nps_group = 'detractor' and nps.responded_month = months.month_start") }} as new_detractors
    from {{ ref('int_cs_account_months') }} as months
    inner join {{ ref('fct_nps') }} as nps
        on months.account_id = nps.account_id
        and nps.responded_month <= months.month_start
        and nps.responded_month > {{ cs_months_before('months.month_start', 12) }}
    group by months.account_id, months.month_start
),

marks as (
    select
        months.account_id,
        months.month_start,
        {{ count_where("csat.score = 'good'") }} as good_marks,
        {{ count_where("csat.score = 'bad'") }} as bad_marks
    from {{ ref('int_cs_account_months') }} as months
    inner join {{ ref('fct_csat') }} as csat
        on months.account_id = csat.account_id
        and csat.rated_month <= months.month_start
        and csat.rated_month > {{ cs_months_before('months.month_start', 6) }}
    where csat.is_answered
    group by months.account_id, months.month_start
)

select
    months.account_id,
    months.month_start,
    coalesce(answers.nps_answers, 0) as nps_answers,
    coalesce(answers.new_detractors, 0) as new_detractors,
    {{ safe_divide('answers.nps_sum', 'answers.nps_answers', 4) }} as nps_mean,
    coalesce(marks.good_marks, 0) as good_marks,
    coalesce(marks.bad_marks, 0) as bad_marks,
    -- a good mark counts as a 9, a bad one as a 3: the middle of what promoters and detractors give
    {{ safe_divide(
        'coalesce(answers.nps_sum, 0) + 9 * coalesce(marks.good_marks, 0) + 3 * coalesce(marks.bad_marks, 0)',
        '(coalesce(answers.nps_answers, 0) + coalesce(marks.good_marks, 0) + coalesce(marks.bad_marks, 0))',
        4
    ) }} as sentiment
from {{ ref('int_cs_account_months') }} as months
left join answers
    on months.account_id = answers.account_id
    and months.month_start = answers.month_start
left join marks
    on months.account_id = marks.account_id
    and months.month_start = marks.month_start
