set -eu
cp /solution/server.py .
python3 - <<'PY'
from pathlib import Path

path = Path("server.py")
code = path.read_text()
code = code.replace('''    if unknown := sorted(given.keys() - PARAMETERS):
        raise BadRequestError(f"there is no parameter {unknown[0]}")
''', "").replace('''    if made_for != list(astuple(selection)):
        raise BadRequestError("cursor belongs to a page with other parameters")
''', "").replace('''    if not NUMBER.fullmatch(text) or not least <= int(text) <= most:
        raise BadRequestError(f"{name} is a number from {least} to {most}")
    return int(text)''', "    return int(text)")
code = code.replace("({{action:String}} = '' OR latest.1 = {{action:String}})", "('ACTION' = '' OR latest.1 = 'ACTION')")
code = code.replace("database().query(TOTAL, asdict", 'database().query(TOTAL.replace("ACTION", selection.action), asdict')
path.write_text(code)
PY
