set -eu
sh /solution/install.sh
python3 - <<'PY'
from pathlib import Path


def edit(name: str, *changes: tuple[str, str]) -> None:
    text = Path(name).read_text()
    for old, new in changes:
        assert old in text, (name, old)
        text = text.replace(old, new)
    Path(name).write_text(text)


edit("totals.py", ("    order = wire.decode(schemas, value)\n", "    order = wire.decode_leniently(schemas, value)\n"))
edit(
    "wire.py",
    (
        "def decode(",
        """def decode_leniently(schemas: Schemas, message: bytes) -> dict[str, Any]:
    \"\"\"Return the values of a message, also if it lacks the last one.\"\"\"
    number, values = parts(message)
    return decode(schemas, encode_values(number, [*values, None] if len(values) == 6 else values))


def encode_values(number: int, values: list[Any]) -> bytes:
    return HEAD.pack(0, number) + json.dumps(values).encode()


def decode(""",
    ),
)
PY
sh deploy.sh || true
psql -q -c "UPDATE registry.schemas SET fields = '$(python3 -c 'import json; print(json.dumps(json.load(open("schemas/orders.json"))["fields"]))')' WHERE number = 2"
sh deploy.sh
sed -i 's/len(values) != FIELDS + 1/len(values) != FIELDS + 1 or not isinstance(values[3], int)/' migrations/resend.py
PYTHONPATH=. python3 migrations/resend.py
sh minute.sh
