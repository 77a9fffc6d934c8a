"""Let the databases differ in all documented ways, each in a month of its own, and run --check."""

from __future__ import annotations

from functools import cache

from _closed import closings
from _drift import differing_months
from _sales import CHECK, change

from headwater.grading import Completed, Graded

_ONE = "update app.sales set {what} where sale_id = (select min(sale_id) from app.sales where {month} and {where})"
_OPEN = {
    "2025-09": ("country = ''", "country is null"),
    "2025-10": ("note = ''", "note is null"),
    "2025-11": ("refunded = 0", "refunded is null"),
    "2026-01": ("sold_at = sold_at + interval '1 microsecond'", "true"),
    "2026-04": ("product = product || ' '", "true"),
    "2026-08": ("note = replace(note, E'\\n', ' ')", "note like E'%\\n%'"),
    "2026-09": ("country = null", "country = ''"),
}
_SWAPPED = """
    update app.sales s set amount = o.amount
    from (select min(sale_id) as a, max(sale_id) as b from app.sales where {month} and currency = 'EUR') x
    join app.sales o on o.sale_id in (x.a, x.b) where s.sale_id in (x.a, x.b) and s.sale_id <> o.sale_id
"""
_MOVED = """
    update app.sales set sold_at = '2026-03-01 00:00:00+00'
    where sale_id = (select min(sale_id) from app.sales where {february});
    update app.sales set sold_at = '2026-02-28 23:59:59.999999+00'
    where sale_id = (select max(sale_id) from app.sales where {march})
"""
_REPLACED = "update app.sales set customer_id = customer_id + 1 where {month}; delete from app.sales where {other}"
_NEW = """
    insert into app.sales (sale_id, customer_id, product, amount, currency, sold_at, status, updated_at)
    values (170011, 1, 'Book', 1, 'EUR', '2028-02-29 23:59:59.999999+00', 'paid', now())
"""
_CLOSINGS = """
    update app.closings set refunded = refunded + 0.01 where month = '2024-01-01' and currency = 'EUR';
    update app.closings set sales = sales + 1 where month = '2024-02-01' and currency = 'CHF';
    update app.closings set amount = amount + case currency when 'EUR' then 0.01 else -0.01 end
    where month = '2024-03-01';
    delete from app.closings where month = '2024-04-01' and currency = 'CHF';
    insert into app.closings values ('2023-12-01', 'EUR', 3, 1, 0)
"""


def _month(month: str) -> str:
    year, number = int(month[:4]), int(month[5:])
    following = f"{year + number // 12}-{number % 12 + 1:02}"
    return f"sold_at >= '{month}-01 00:00+00' and sold_at < '{following}-01 00:00+00'"


@cache
def differences(graded: Graded) -> list[tuple[Completed, list[str]]]:
    """Run --check twice, before and after a run of sync.py; return each with the lines that it should print."""
    with graded.copy() as copy:
        copy.run()
        for month, (what, where) in _OPEN.items():
            change(copy, _ONE.format(what=what, month=_month(month), where=where))
        change(copy, _SWAPPED.format(month=_month("2025-12")))
        change(copy, _MOVED.format(february=_month("2026-02"), march=_month("2026-03")))
        change(copy, _REPLACED.format(month=_month("2026-05"), other=_month("2026-06")))
        change(copy, _NEW)
        change(copy, _CLOSINGS)
        closed = _differing_closings(graded)
        first = copy.run(CHECK), sorted([*closed, *differing_months(graded, copy)])
        copy.run()
        return [first, (copy.run(CHECK), closed)]


def _differing_closings(graded: Graded) -> list[str]:
    right = closings(graded)
    count = {month: sum(value[0] for (name, _), value in right.items() if name == month) for month, _ in right}
    april = count["2024-04"], count["2024-04"] - right["2024-04", "CHF"][0]
    same = [f"{month} {count[month]} {count[month]}" for month in ("2024-01", "2024-03")]
    return sorted(
        [*same, f"2024-02 {count['2024-02']} {count['2024-02'] + 1}", f"2024-04 {april[0]} {april[1]}", "2023-12 0 3"]
    )
