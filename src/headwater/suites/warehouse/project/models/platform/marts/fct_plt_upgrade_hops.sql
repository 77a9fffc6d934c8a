-- line -> line moves of servers (spans of the same line folded), with what was jumped over
with s as (
    select
        p.server_id, p.account_id, p.segment, p.edition, p.line, p.from_day, p.to_day, p.is_last,
        lag(p.line) over (partition by p.server_id order by p.from_day) as prev_line
    from {{ ref('int_plt_ver_spans') }} p
    where p.line <> 'unknown'
), f as (
    select *, sum(case when prev_line is null or prev_line <> line then 1 else 0 end)
        over (partition by server_id order by from_day rows between unbounded preceding and current row) stay
    from s
), g as (
    select
        server_id, stay,
        min(account_id) as account_id, min(segment) as segment, min(edition) as edition, min(line) as line,
        min(from_day) as from_day, max(to_day) as to_day
    from f
    group by server_id, stay
), h as (
    select
        g.*,
        lag(line) over (partition by server_id order by stay) as from_line,
        lag(from_day) over (partition by server_id order by stay) as prev_from_day
    from g
)
select
    {{ surrogate_key(['h.server_id', 'h.stay']) }} as hop_id,
    h.server_id,
    h.stay - 1 as hop_no,
    h.account_id,
    coalesce(h.segment, 'Unknown') as segment,
    h.edition,
    h.from_line,
    h.line as to_line,
    h.from_day as hopped_on,
    {{ fiscal_quarter('h.from_day') }} as fiscal_quarter,
    {{ date_diff_days('h.prev_from_day', 'h.from_day') }} as days_on_from_line,
    b.line_no - a.line_no as lines_crossed,
    b.line_no < a.line_no as is_back,
    a.is_lts as from_lts,
    b.is_lts as to_lts,
    {{ date_diff_days('a.eos_on', 'h.from_day') }} as days_after_eos_of_from_line
from h
join {{ ref('int_plt_lines') }} a on h.from_line = a.line
join {{ ref('int_plt_lines') }} b on h.line = b.line
