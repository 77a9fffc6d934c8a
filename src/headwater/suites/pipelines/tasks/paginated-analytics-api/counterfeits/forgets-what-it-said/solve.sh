set -eu
cp /solution/server.py .
python3 - <<'PY'
from pathlib import Path

path = Path("server.py")
code = path.read_text()
code = code.replace('''    text = json.dumps([*astuple(selection), *astuple(position)])
    return base64.urlsafe_b64encode(text.encode()).decode()
''', '''    MEMORY.append((selection, position))
    return str(len(MEMORY) - 1)
''')
start, end = code.index("    try:\n        *made_for"), code.index("def parsed(")
code = code[:start] + '''    if not NUMBER.fullmatch(cursor) or int(cursor) >= len(MEMORY):
        raise BadRequestError("cursor is not the next of a page")
    made_for, position = MEMORY[int(cursor)]
    if made_for != selection:
        raise BadRequestError("cursor belongs to a page with other parameters")
    return position


''' + code[end:]
code = code.replace("@functools.cache\ndef database", '''MEMORY: list[tuple[Selection, Position]] = []


@functools.cache
def database''').replace("def page(", "@functools.cache\ndef page(")
path.write_text(code)
PY
