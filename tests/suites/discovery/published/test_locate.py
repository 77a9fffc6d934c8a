"""Files that reference code names are located in a community, or the question has no targets."""

from __future__ import annotations

import pytest

from headwater.suites.discovery.published._locate import CommunityFiles
from headwater.suites.discovery.targets import derive_targets

FILES = [
    "harbor_log/source/boats.csv",
    "harbor_log/boats.csv",
    "harbor_log/source/2019/crew.csv",
    "port_list/ports.csv",
    "old_ports/source/piers.csv",
    "new_ports/source/piers.csv",
    "harbor_log/source/caf\udce9.csv",
]


def code(*paths: str) -> str:
    reads = "".join(f"print(pd.read_csv({path!r}))\n" for path in paths)
    return f"import pandas as pd\n{reads}"


@pytest.mark.parametrize(
    ("path", "found", "is_certain"),
    [
        ("harbor_log/source/boats.csv", "harbor_log/source/boats.csv", True),
        ("../input/harbor-log/boats.csv", "harbor_log/source/boats.csv", True),
        ("/kaggle/input/harbor-log/2019/crew.csv", "harbor_log/source/2019/crew.csv", True),
        ("/home/me/full_community/port_list/source/ports.csv", "port_list/ports.csv", True),
        ("/kaggle/input/log-of-the-harbor/2019/crew.csv", "harbor_log/source/2019/crew.csv", False),
        ("ports.csv", "port_list/ports.csv", False),
    ],
)
def test_a_file_is_found_wherever_the_code_was_written(path: str, found: str, is_certain: bool) -> None:
    located = CommunityFiles(FILES).locate(derive_targets(code(path)))
    assert (list(located.targets.values()), located.is_certain) == ([found], is_certain)


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("all_ports/source/piers.csv", "the community has no all_ports/piers.csv"),
        ("harbor_log/source/2020/crew.csv", "the community has no harbor_log/2020/crew.csv"),
        ("harbor_log/source/caf\u00e9.csv", "the community has no harbor_log/caf\u00e9.csv"),
        ("harbor_log/source/*.csv", "the reference code reads a whole folder: harbor_log/*.csv"),
    ],
)
def test_missing_and_ambiguous_files_are_not_guessed(path: str, problem: str) -> None:
    located = CommunityFiles(FILES).locate(derive_targets(code("port_list/ports.csv", path)))
    assert (located.targets, located.problem) == ({}, problem)


def test_a_file_that_the_answer_does_not_need_is_no_target() -> None:
    text = "import pandas as pd\nboats = pd.read_csv('harbor_log/source/boats.csv')\n" + code("port_list/ports.csv")
    located = CommunityFiles(FILES).locate(derive_targets(text))
    assert list(located.targets.values()) == ["port_list/ports.csv"]
    assert list(located.others.values()) == ["harbor_log/source/boats.csv"]
