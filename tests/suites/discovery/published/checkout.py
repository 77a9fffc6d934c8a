"""A small checkout in the published layout, with data of two communities; all of it is made up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.suites.discovery.small import row

BOATS = "harbor_log/source/boats.csv"
PORTS = "port_list/source/ports.csv"
_TABLES = {
    BOATS: "boat,port,crew\n" + "".join(f"b{n},{'Alba' if n % 3 else 'Brise'},{n}\n" for n in range(12)),
    "harbor_log/source/boats_2019.csv": "boat,port,crew\nb1,Alba,4\n",
    "harbor_log/README.md": "The boats of the harbor.\n",
    PORTS: "port,berths\nAlba,10\nBrise,20\n",
}
ANSWER = "import pandas as pd\nboats = pd.read_csv('harbor_log/source/boats.csv')\n"
SHARE = """\
import os
import pandas as pd

folder = '/kaggle/input/'
tables = {}
for name in ('harbor-log/boats', 'port-list/ports'):
    path = f'{folder}{name}.csv'
    if not os.path.exists(path):
        raise SystemExit('no ' + path)
    tables[name] = pd.read_csv(os.path.join(folder, name + '.csv'))
both = tables['harbor-log/boats'].merge(tables['port-list/ports'], on='port')
largest = both.loc[both['crew'].idxmax()]
print(f"The largest crew is in {largest['port']}: {largest['crew'] / largest['berths'] * 100:.3f}")
"""
MISSING = "import no_such_package\n" + ANSWER + "print(len(boats))\n"
MOVED = "import pandas as pd\nports = pd.read_csv('all-ports/ports.csv')\nports.berths.sum()\n"
BRANCH = (
    f"{ANSWER}if len(boats) > 99:\n    boats = pd.read_csv('harbor_log/source/boats_2019.csv')\nprint(len(boats))\n"
)
PERCENT = "A name and a percentage with '%', rounded to 1 decimal place, separated by a semicolon."


def rows() -> list[dict[str, Any]]:
    """Return a question for each outcome, and some without data."""
    return [
        row(0, reference_code=f"{ANSWER}print(f'There are {{len(boats)}} boats')"),
        row(1, answer="Alba; 110%", answer_guidelines=PERCENT, reference_code=SHARE),
        row(2, answer="13"),
        row(3, reference_code=MISSING),
        row(4, answer="The value must be a short phrase"),
        row(5, answer="30", reference_code=MOVED),
        row(6, reference_code=ANSWER.replace("boats.csv", "crews.csv") + "print(len(boats))"),
        row(
            7, release_community="community_02", answer="2", reference_code=MOVED.replace(".berths.sum()", ".size / 2")
        ),
        row(8, release_community="community_17"),
        row(9, release_community="community_17"),
        row(10, release_community="community_18"),
        row(11, release_community="../data"),
        row(12, answer="33", reference_code=MOVED),
        row(13, reference_code=BRANCH),
    ]


def make_checkout(folder: Path) -> Path:
    """Write a checkout."""
    (folder / "data").mkdir(parents=True)
    questions = rows()
    (folder / "data/coda_bench.json").write_text(json.dumps(questions), encoding="utf-8")
    (folder / "data/coda_bench_hard.json").write_text(json.dumps([questions[1] | {"instance_id": 0}]), encoding="utf-8")
    for path, text in _TABLES.items():
        _write(data_of(folder, "community_01") / path, text)
    _write(data_of(folder, "community_02") / "ports_of_all/source/ports.csv", _TABLES[PORTS])
    _write(data_of(folder, "community_02") / "ports_of_some/source/ports.csv", _TABLES[PORTS])
    return folder


def data_of(folder: Path, community: str) -> Path:
    """Return the folder of the datasets of a community."""
    return folder / "datasets/communities" / community / "full_community"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
