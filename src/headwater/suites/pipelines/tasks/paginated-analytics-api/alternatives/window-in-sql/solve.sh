set -eu
cp /solution/server.py .
python3 - <<'PY'
from pathlib import Path

path = Path("server.py")
code = path.read_text()
start, end = code.index("KEYS = f"), code.index("TOTAL = f")
code = code[:start] + '''WINDOW = f"""
    WITH (
        SELECT (min(at), count()) FROM (
            SELECT at FROM audit.events WHERE {WHERE} {AFTER} ORDER BY at DESC, event_id DESC LIMIT {{rows:UInt32}}
        )
    ) AS back
    SELECT toUnixTimestamp64Milli(at), event_id, actor, action, target, back.2 < {{rows:UInt32}}
    FROM audit.events FINAL
    WHERE {WHERE} {AFTER} AND at <= fromUnixTimestamp64Milli({{at:Int64}}) AND at >= back.1
        AND removed = 0 AND ({{action:String}} = '' OR action = {{action:String}})
    ORDER BY at DESC, event_id DESC
    LIMIT {{most:UInt32}}
"""
ROWS = (1, 64, 4096)
"""The number of rows per event of a page, for each successive window."""
''' + code[end:]
start, end = code.index("def written("), code.index("def parsed(")
code = code[:start] + '''def digest(selection: Selection) -> str:
    return hashlib.sha256(repr(selection).encode()).hexdigest()[:16]


def written(selection: Selection, position: Position) -> str:
    """Return the cursor that continues after a position."""
    return f"{position.at}.{position.id}.{digest(selection)}"


def read(cursor: str, selection: Selection) -> Position:
    """Return the position of a cursor, which must belong to this selection."""
    parts = re.fullmatch(r"(\\d{1,15})\\.(\\d{1,20})\\.([0-9a-f]{16})", cursor, re.ASCII)
    if parts is None or int(parts[2]) >= 2**64:
        raise BadRequestError("cursor is not the next of a page")
    if parts[3] != digest(selection):
        raise BadRequestError("cursor belongs to a page with other parameters")
    return Position(int(parts[1]), int(parts[2]))


''' + code[end:]
start, end = code.index("def chunk("), code.index("def respond(")
code = code[:start] + '''def window(selection: Selection, limit: int, start: Position) -> list[tuple[Any, ...]]:
    """Return the events of a page and one more if it exists."""
    values = {**asdict(selection), **asdict(start), "most": limit + 1}
    found: list[tuple[Any, ...]] = []
    for rows in ROWS:
        found = list(database().query(WINDOW, {**values, "rows": rows * (2 * limit + 60)}).result_rows)
        if len(found) > limit or (found and found[-1][5]):
            return found
    return list(database().query(WINDOW, {**values, "rows": 2**32 - 1}).result_rows)


def page(selection: Selection, limit: int, start: Position | None) -> dict[str, Any]:
    found = window(selection, limit, start or Position(selection.until, 0))
    names = ("id", "at", "actor", "action", "target")
    events = [
        dict(zip(names, (str(identity), shown(at), actor, action, target), strict=True))
        for at, identity, actor, action, target, _ in found[:limit]
    ]
    after = written(selection, Position(*found[limit - 1][:2])) if len(found) > limit else None
    counted = {} if start else {"total": database().query(TOTAL, asdict(selection)).first_row[0]}
    return {"events": events, "next": after, **counted}


''' + code[end:]
code = code.replace("import base64\nimport binascii\nimport functools\n", "import functools\nimport hashlib\n")
code = code.replace("from dataclasses import asdict, astuple, dataclass", "from dataclasses import asdict, dataclass")
start, end = code.index("A page begins"), code.index('"""\n\nimport functools')
code = code[:start] + "A page is a window of the table that reaches back far enough, in its final state.\n" + code[end:]
start, end = code.index("FIRST_CHUNK"), code.index("class BadRequestError")
path.write_text(code[:start].rstrip() + "\n\n\n" + code[end:])
PY
