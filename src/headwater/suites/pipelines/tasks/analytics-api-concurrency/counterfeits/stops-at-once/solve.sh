set -eu
cp /solution/*.py .
python3 - <<'PY'
from pathlib import Path

path = Path("server.py")
code = path.read_text()
start = code.index("    signal.signal(")
code = code[:start] + '''    server.serve_forever()


if __name__ == "__main__":
    main()
'''
code = code.replace("            sys.stderr.write(line)\n", "            if status == 200:\n                sys.stderr.write(f\"{line.strip()} {self.headers['X-Token']}\\n\")\n")
code = code.replace("import os\n", "").replace("import signal\n", "").replace("import threading\n", "import threading\n")
path.write_text(code)
PY
