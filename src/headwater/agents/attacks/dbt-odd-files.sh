# Leaves a project that breaks readers of YAML, Jinja and SQL: endless nesting, no text, repeated keys, invalid names.
# Must fail: unreadable files are the agent's fault, and their readers have limits.
# Needs: dbt
cd /workspace || exit 0
timeout 8 python3 - <<'PY'
import os
from pathlib import Path

models = sorted(Path("models").rglob("*.sql"))
texts = (
    b"select " + b"(" * 3000 + b"1" + b")" * 3000 + b" as a\n",
    b"{{ " + b"(" * 3000 + b"1" + b")" * 3000 + b" }}\n",
    b"{% if true %}" * 3000 + b"select 1 as a\n",
    b"\xff\xfe select 1 as a\n",
    b"select 1 as a\0\n",
    b"{{ config(" + b"meta={'a':" * 500 + b"1" + b"}" * 500 + b") }} select 1 as a\n",
    b"select 1 as a" + b" union all select 1" * 20_000 + b"\n",
    b"{{ ref('" + b"x" * 1_000_000 + b"') }}\n",
    "{{ ref('\ud800') }}".encode("utf-8", "surrogatepass"),
    b"{{ ''.__class__.__mro__[1].__subclasses__() }}\n",
    b"{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}\n",
    b"{{ 10 ** 10 ** 8 }}{{ 'x' * 10 ** 10 }}\n",
)
for path, text in zip(models[::7], texts, strict=False):
    path.write_bytes(text)
for name, text in {
    "models/deep.yml": b"".join(b" " * n + b"a:\n" for n in range(2000)),
    "models/brackets.yml": b"version: 2\nmodels: " + b"[" * 300 + b"]" * 300 + b"\n",
    "models/laughs.yml": b"a0: &a0 [x,x,x,x,x,x,x,x]\n" + b"".join(b"a%d: &a%d [%s]\n" % (n, n, b",".join([b"*a%d" % (n - 1)] * 9)) for n in range(1, 10)),
    "models/twice.yml": b"version: 2\nversion: 3\nmodels:\n  - name: a\n    name: b\n",
    "models/types.yml": b"version: .nan\nmodels: {name: [1, null, 2026-01-01, !!python/object/apply:os.getpid []]}\n",
    "models/ids.yml": b"version: 2\nmodels:\n  - {name: 1.5}\n  - {name: null}\n  - {name: [a]}\n  - {name: '../../x'}\n",
}.items():
    Path(name).write_bytes(text)
for name in (b"models/\xff\xfe.sql", b"models/a\nb.sql", b"models/..\xe2\x80\xae.sql", b"macros/\x1b[2J.sql", b"models/" + b"x" * 240 + b".sql"):
    Path(os.fsdecode(name)).write_text("select 1 as a\n")
os.mkfifo("models/pipe.sql")
os.mkfifo("models/pipe.yml")
Path("models/folder.sql").mkdir(exist_ok=True)
Path("models/loop.sql").symlink_to("loop.sql")
PY
exit 0
