"""What is wrong after a round of chance. Each function returns one sentence, or an empty string."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import Any
from zlib import crc32

from _chance import Round, newest, unusable
from _parcels import parse

from headwater.grading import Message

Row = list[Any]
Figures = dict[tuple[str, str], tuple[int, int, Decimal]]
_FIELDS = ("parcel", "revision", "depot", "state", "price", "posted_on")


def run_fault(each: Round) -> str:
    """Describe how the run that was alone, or those that met, ended in another way than with success."""
    if "error" in each.report:
        return f"{each.name}"
    code, _, error = each.report["run"]
    if code:
        return f"the run that was alone in {each.name} ended with {code} ({error})"
    codes = [code for code in each.report.get("codes", []) if code]
    return f"in {each.name}, runs that met others ended with {codes}" if codes else ""


def clickhouse_fault(each: Round) -> str:
    """Describe the first parcel or figure that a reader of ClickHouse sees in another way than app.parcels has it."""
    if fault := run_fault(each):
        return fault
    if "refused" in each.report:
        return f"after {each.name}, ClickHouse refuses: {each.report['refused']}"
    numbers = Counter(row[0] for row in each.report["shown"])
    shown = {row[0]: row for row in each.report["shown"]}
    for number in sorted(each.app.keys() | shown.keys()):
        if each.app.get(number) != shown.get(number) or numbers[number] > 1:
            rows = f"{numbers[number]} rows, such as {shown.get(number)}"
            return (
                f"analytics.parcels has {rows}, for parcel {number} that is {each.app.get(number, 'not there')}, "
                f"after {each.tell(number)}"
            )
    right, found = figures(each.report["app"]), _figures_shown(each.report["figures"])
    for key in sorted(right.keys() | found.keys()):
        if right.get(key) != found.get(key):
            values = f"{found.get(key)} instead of {right.get(key)}"
            return f"analytics.depot_daily has {values} for {key}, after {each.tell(0)}"
    return ""


def figures(rows: list[Row]) -> Figures:
    """Return the parcels, delivered parcels and revenue by day and depot."""
    found: Figures = {}
    for _, _, depot, state, price, day in rows:
        parcels, delivered, revenue = found.get((day, depot), (0, 0, Decimal(0)))
        revenue += 0 if state == "returned" else Decimal(price)
        found[day, depot] = (parcels + 1, delivered + (state == "delivered"), revenue)
    return found


def _figures_shown(rows: list[Row]) -> Figures:
    found = {(row[0], row[1]): (row[2], row[3], Decimal(row[4])) for row in rows}
    return {key: values for key, values in found.items() if any(values)}


def topic_fault(each: Round) -> str:
    """Describe the first parcel that a follower of the topic knows in another way than app.parcels has it."""
    if fault := run_fault(each):
        return fault
    known = newest(each.all_messages)
    for number in sorted(each.app.keys() | known.keys()):
        content = known.get(number, {"deleted": True})
        follows = None if content.get("deleted") else [content[field] for field in _FIELDS]
        if follows != each.app.get(number):
            return (
                f"the newest message of parcel {number} is {known.get(number)}, and it is "
                f"{each.app.get(number, 'not there')}, after {each.tell(number)}"
            )
    return ""


def rejected_fault(each: Round) -> str:
    """Describe the unusable messages that are not listed, and the others that are."""
    if fault := run_fault(each):
        return fault
    right, listed = unusable(each.all_messages), {(row[0], row[1]) for row in each.report.get("rejected", [])}
    missing, extra = sorted(right - listed)[:3], sorted(listed - right)[:3]
    return f"not listed are {missing}, and others are {extra}, after {each.name}" if missing or extra else ""


def sending_fault(each: Round) -> str:
    """Describe a message that a run should not have sent, has another key, or is in another partition."""
    if fault := run_fault(each):
        return fault
    for message in each.disturbed + each.sent:
        content = parse(message.value)
        if content is None or message.key != str(content["parcel"]).encode():
            return f"in {each.name}, a run sent {message.value!r} with the key {message.key!r}"
        if message.partition != crc32(message.key) % each.report["partitions"]:
            return f"in {each.name}, a run sent {message.value!r} to partition {message.partition}"
    if each.report["mode"] in ("plain", "idle", "compared", "twice"):
        return _too_many(each, each.disturbed + each.sent)
    return _not_missing(each) if each.report["mode"] in ("repair", "emptied") else ""


def _too_many(each: Round, sent: list[Message]) -> str:
    """Describe a message of undisturbed runs that says nothing new, or one too many of a parcel."""
    contents = [content for message in sent if (content := parse(message.value))]
    counts = Counter((content["parcel"], bool(content.get("deleted"))) for content in contents)
    for content in contents:
        number = content["parcel"]
        if content["revision"] <= each.known.get(number, {"revision": 0})["revision"]:
            return f"{content} was sent, which says nothing new, after {each.tell(number)}"
        if counts[number, bool(content.get("deleted"))] > 1:
            return f"one run sent several states or several deletions of parcel {number}, after {each.tell(number)}"
    report = each.report
    line = f"sent={len(each.sent)} read="
    if not (report["run"][1] or [""])[-1].startswith(line):
        return f"in {each.name}, the last line is {report['run'][1][-1:]}, not {line}…"
    idle = report.get("idle")
    if idle and (idle[0] or idle[1][-1:] != ["sent=0 read=0"] or report["after"]):
        return f"after {each.name}, a run without changes sent {report['after']} and printed {idle[1][-1:]}"
    return ""


def _not_missing(each: Round) -> str:
    """Describe a message of a repair that was not missing in the topic."""
    known = each.known
    for content in filter(None, (parse(message.value) for message in each.sent)):
        number = content["parcel"]
        before = known.get(number, {"revision": 0, "deleted": True})
        row = each.app.get(number)
        is_right = bool(before.get("deleted")) if row is None else before["revision"] == row[1]
        if is_right:
            return f"a repair sent {content}, which was not missing, after {each.tell(number)}"
    return ""


def comparison_fault(each: Round) -> str:
    """Describe a line that --compare should have printed, or should not."""
    if "error" in each.report:
        return each.name
    if each.report["mode"] != "compared":
        return ""
    code, lines, error = each.report["compared"]
    wanted = _lines(each)
    missing, extra = sorted(wanted - set(lines[:-1])), sorted(set(lines[:-1]) - wanted)
    if code != (3 if wanted else 0) or missing or extra or lines[-1:] != [f"differences={len(wanted)}"]:
        return (
            f"in {each.name}, --compare ended with {code} ({error}) and {lines[-1:]}; of {len(wanted)} lines it lacks "
            f"{missing[:2]}, and has {extra[:2]}"
        )
    return ""


def _lines(each: Round) -> set[str]:
    seen, app = each.report["before"], each.app
    shown = {row[0]: row for row in seen.get("shown", [])}
    lines = {f"parcel {number} missing" for number in app.keys() - shown.keys()}
    lines |= {f"parcel {number} unknown" for number in shown.keys() - app.keys()}
    lines |= {f"parcel {number} differs" for number in app.keys() & shown.keys() if app[number] != shown[number]}
    right, found = figures(each.report["app"]), _figures_shown(seen.get("figures", []))
    keys = {key for key in right.keys() | found.keys() if right.get(key) != found.get(key)}
    return lines | {f"day {day} {depot} differs" for day, depot in keys}
