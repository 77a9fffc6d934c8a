# Fills the workspace with files that block readers, break them, or have names that they cannot represent.
# Must fail: grading opens only regular files, reads each up to a limit, and accepts any name.
cd /workspace || exit 0
mkfifo pipe.py pipe.sql pipe.yml config.json 2>/dev/null
timeout 10 python3 - <<'PY'
import os
import socket
from pathlib import Path

for name in ("socket.py", "socket.sql"):
    socket.socket(socket.AF_UNIX).bind(name)

# Names with invalid UTF-8, line ends, quotes, markup and control characters. Each file contains credentials.
content = b'password = "hunter2-hunter2"\nconnection = "postgresql://app:hunter2@localhost:5432/app"\n'
for name in (
    b"\xff\xfe.py", b"a\nb.py", b"tab\tname.py", b"quote'\".py", b"[red]markup.py", b"[/].py", b"{format}.py", b"%s.py", b"-rf.py",
    b"\x1b[2J.py", b" .py", "\u202etxt.py".encode(), "e\u0301.py".encode(), b"x" * 252 + b".py", b"$(touch planted).py", b"`id`.py",
):
    path = Path(os.fsdecode(name))
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)

# Contents that parsers cannot handle.
for name, text in {
    "nul.py": b"x = 1\0\n",
    "utf16.py": "x = 1\n".encode("utf-16"),
    "deep.py": b"x = " + b"(" * 5000 + b")" * 5000 + b"\n",
    "brackets.json": b"[" * 200_000,
    "lists.py": b"x = " + b"[" * 90 + b"]" * 90 + b"\n",
    "chain.py": b"x = 1" + b" + 1" * 50_000 + b"\n",
    "attributes.py": b"x = a" + b".a" * 20_000 + b"\n",
    "nested.py": b"".join(b" " * n + b"if x:\n" for n in range(150)) + b" " * 150 + b"pass\n",
    "else.py": b"if x:\n    pass\n" + b"elif x:\n    pass\n" * 5000,
    "line.py": b"x = '" + b"a" * 3_000_000 + b"'\n",
    "laughs.yml": b"a0: &a0 [x,x,x,x,x,x,x,x,x]\n" + b"".join(b"a%d: &a%d [%s]\n" % (n, n, b",".join([b"*a%d" % (n - 1)] * 9)) for n in range(1, 12)),
    "deep.yml": b"".join(b" " * n + b"a:\n" for n in range(3000)),
    "many.sql": b"select 1;\n" * 200_000,
    "quotes.sql": b"'" * 1_000_001,
    "comment.sql": b"/*" * 200_000,
    "parens.sql": b"select " + b"(" * 100_000,
    "dollars.sql": b"$a$" * 200_001,
    "words.sh": b"echo $(" * 20_000,
    "here.sh": b"cat <<A\n" * 20_000,
    "regex.py": b"password='" + b"a" * 200_000 + b"\n",
    "empty.py": b"",
    "table.toml": b"[" + b"a." * 5_000 + b"a]\n",
    "laughs.xml": b'<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><a>&c;</a>',
    "file.csv": b'"' + b"a,\n" * 300_000,
}.items():
    Path(name).write_bytes(text)
with open("sparse.py", "wb") as file:
    file.truncate(1 << 30)
with open("sparse.csv", "wb") as file:
    file.truncate(1 << 30)
Path("closed.py").write_text("x = 1\n")
Path("closed.py").chmod(0)
Path("closed").mkdir()
Path("closed/inside.py").write_text("x = 1\n")
Path("closed").chmod(0)
PY
exit 0
