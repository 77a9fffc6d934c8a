"""Rewritten reference code finds its files, whatever paths it builds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from headwater.suites.discovery.published import _rewrite
from headwater.suites.discovery.published._rewrite import rewrite

FILES = {
    ("harbor_log", "boats.csv"): "harbor_log/source/boats.csv",
    ("port_list", "2019", "ports.csv"): "port_list/source/2019/ports.csv",
}
OPEN_BOTH = "print(open(boats).read().strip(), open(ports).read().strip())"


def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> str:
    """Run rewritten code with another folder at ``/data``, and return its output."""
    monkeypatch.setattr(_rewrite, "DATA", str(tmp_path / "data"))
    for path in FILES.values():
        (tmp_path / "data" / path).parent.mkdir(parents=True)
        (tmp_path / "data" / path).write_text(f"{Path(path).stem}\n")
    done = subprocess.run(
        [sys.executable, "-I", "-c", rewrite(code, FILES)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    "code",
    [
        f"boats, ports = 'harbor_log/source/boats.csv', 'port_list/source/2019/ports.csv'\n{OPEN_BOTH}",
        f"boats, ports = '/kaggle/input/harbor-log/boats.csv', '../input/port-list/2019/ports.csv'\n{OPEN_BOTH}",
        f"boats, ports = 'boats.csv', '2019/ports.csv'\n{OPEN_BOTH}",
        "base = '/home/me/input'\nboats = f'{base}/harbor-log/boats.csv'\n"
        f"ports = base + '/port-list/2019/ports.csv'\n{OPEN_BOTH}",
        "import os\nfrom pathlib import Path\nbase = Path('/x/input')\nboats = base / 'harbor-log' / 'boats.csv'\n"
        f"ports = os.path.join(base, 'port-list', '2019', 'ports.csv')\n{OPEN_BOTH}",
        "from __future__ import annotations\n%matplotlib inline\nimport os.path\n"
        "for name in ['harbor_log/boats.csv', 'port_list/2019/ports.csv']:\n"
        "    if os.path.exists(name):\n        print(open(file=name).read().strip(), end=' ')",
        "from pathlib import Path\nports = Path('in/port-list/2019/ports.csv')\n"
        "boats = Path('in/harbor-log/boats.csv')\n"
        "print(boats.read_text().strip(), ports.open().read().strip())",
        "display('boats')\n'ports'",
    ],
)
def test_a_path_leads_to_its_file_however_it_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    assert run(tmp_path, monkeypatch, code).split() == ["boats", "ports"]


def test_other_paths_are_not_redirected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "import os\nopen('port_list.txt', 'w').write('mine')\n"
        "print(open('port_list.txt').read(), os.path.exists('other_log/boats.csv'), os.path.exists('boats.csv.gz'))"
    )
    assert run(tmp_path, monkeypatch, code) == "mine False False"


def test_code_that_is_not_python_is_refused() -> None:
    with pytest.raises(ValueError, match="line 1"):
        rewrite("this is no code", FILES)
