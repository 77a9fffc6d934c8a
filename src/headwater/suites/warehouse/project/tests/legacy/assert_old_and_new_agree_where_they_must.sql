-- docs/legacy/rules.md says from when on each subject must agree; rpt_old_and_new_figures_monthly has the reasons for all others.
select
    month,
    subject,
    old_value,
    new_value,
    difference
from {{ ref('rpt_old_and_new_figures_monthly') }}
where must_agree
    and abs(difference) > 0.5
