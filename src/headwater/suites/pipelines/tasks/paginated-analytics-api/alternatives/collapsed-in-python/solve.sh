set -eu
cp /solution/server.py .
python3 - <<'PY'
from pathlib import Path

path = Path("server.py")
code = path.read_text()
start, end = code.index("KEYS = f"), code.index("TOTAL = f")
code = code[:start] + '''ROWS = f"""
    SELECT toUnixTimestamp64Milli(at), event_id, version, actor, action, target, removed FROM audit.events
    WHERE {WHERE} {AFTER}
    ORDER BY at DESC, event_id DESC
    LIMIT {{rows:UInt32}}
"""
''' + code[end:]
start, end = code.index("TOTAL = f"), code.index("FIRST_CHUNK")
code = code[:start] + '''TOTAL = f"""
    SELECT countIf(removed = 0 AND ({{action:String}} = '' OR action = {{action:String}}))
    FROM audit.events FINAL
    WHERE {WHERE}
"""
''' + code[end:]
start, end = code.index("def chunk("), code.index("def page(")
code = code[:start] + '''def chunk(selection: Selection, position: Position, rows: int) -> tuple[list[tuple[Any, ...]], Position | None]:
    """Return the current events of the next rows, and the position after them; None at the end."""
    found = database().query(ROWS, {**asdict(selection), **asdict(position), "rows": rows}).result_rows
    latest: dict[Position, tuple[Any, ...]] = {}
    for at, identity, *version in found:
        key = Position(at, identity)
        latest[key] = max(latest.get(key, (0,)), tuple(version))
    at_the_end = len(found) < rows
    if not at_the_end and len(latest) > 1:
        del latest[next(reversed(latest))]  # more of its versions may follow
    events = [(key.at, key.id, version[1:]) for key, version in latest.items()]
    return events, None if at_the_end else next(reversed(latest))


''' + code[end:]
start, end = code.index("A page begins"), code.index('"""\n\nimport base64')
path.write_text(code[:start] + "Versions of events are told apart here: rows are read in the order of the table's key, chunk by chunk.\n" + code[end:])
PY
