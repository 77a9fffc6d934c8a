from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from headwater.errors import UserError
from headwater.records import Gate, PromptVariant
from headwater.tasks import check_functions, digest_task, read_task, read_tasks

from .conftest import TASK_TOML, put, write_task


def refusal(folder: Path) -> str:
    with pytest.raises(UserError) as caught:
        read_task(folder)
    return str(caught.value)


def test_a_complete_folder_is_read(folder: Path) -> None:
    task = read_task(folder)

    assert task.ref == "pipelines/daily-orders"
    assert task.config.services == ("postgres", "clickhouse")
    assert task.instruction(PromptVariant.BASELINE) == "Fill mart.orders from shop.orders.\n"
    assert "upsert" in task.instruction(PromptVariant.INFORMED)
    assert [path.name for path in task.seeds] == ["01_postgres.sql", "02_clickhouse_events.sql", "10_rows.py"]
    assert (task.workspace / "load.sql").is_file()
    assert (task.solution / "solve.sh").is_file()
    assert task.checks == folder / "checks.py"


def test_the_variant_verify_is_the_baseline_and_a_part_that_all_tasks_share(folder: Path) -> None:
    baseline, verify = "Count the orders.\n\n\n", read_task(folder)
    (folder / "instruction.md").write_text(baseline)
    prompt = verify.instruction(PromptVariant.VERIFY)
    assert prompt.startswith("Count the orders.\n\nWork in this order:\n\n1. Before you build")
    before = digest_task(verify)
    (folder / "instruction.md").write_text("Count the customers.\n")
    assert verify.instruction(PromptVariant.VERIFY) == prompt.replace("orders.", "customers.", 1)
    assert digest_task(verify).task != before.task


def test_counterfeits_are_sorted_and_found_by_name(folder: Path) -> None:
    task = read_task(folder)

    assert [each.name for each in task.counterfeits] == ["appends", "wrong-grain"]
    found = task.counterfeit("wrong-grain")
    assert (found.gate, found.why) == (Gate.CORRECT, "It counts lines.")
    assert found.folder == folder / "counterfeits/wrong-grain"
    with pytest.raises(UserError, match="no counterfeit 'nope'; there are: appends, wrong-grain"):
        task.counterfeit("nope")


def test_an_alternative_may_be_for_one_harness(folder: Path) -> None:
    put(folder, "alternatives/streams/alternative.toml", 'why = "It streams."\nharness = "classic-de"\n')
    assert read_task(folder).alternative("streams").harness == "classic-de"
    put(folder, "alternatives/streams/alternative.toml", 'why = "It streams."\nharness = "Classic DE"\n')
    with pytest.raises(UserError, match=r"alternatives/streams/alternative\.toml: harness: "):
        read_task(folder)


def test_alternatives_are_found_by_name(folder: Path) -> None:
    put(folder, "alternatives/as-a-view/alternative.toml", 'why = "A view."\n')
    put(folder, "alternatives/as-a-view/solve.sh", "true\n")
    task = read_task(folder)

    assert [each.name for each in task.alternatives] == ["as-a-view", "streams"]
    assert task.alternative("streams").why == "It streams."
    with pytest.raises(UserError, match="no alternative 'nope'; there are: as-a-view, streams"):
        task.alternative("nope")


def test_a_task_needs_neither_seed_nor_counterfeits(tmp_path: Path) -> None:
    folder = tmp_path / "daily-orders"
    put(folder, "task.toml", TASK_TOML)
    for name in ("instruction.md", "instruction.informed.md", "checks.py", "solution/solve.sh"):
        put(folder, name, "'text'\n")
    put(folder, "workspace/.gitkeep", "")

    task = read_task(folder)

    assert (task.seeds, task.counterfeits, task.alternatives) == ((), (), ())


def test_a_task_read_by_a_relative_path_keeps_its_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(folder)
    task = read_task(Path())
    monkeypatch.chdir(tmp_path)

    assert task.folder == folder
    assert task.instruction(PromptVariant.BASELINE)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"tier-1"', '"tier-9"', "tier: 'tier-9' is not one of tier-1, tier-2, tier-3"),
        ("timeout_sec", "timeout_secs", "agent.timeout_secs: unknown field; did you mean timeout_sec?"),
        ("[agent]", "zzz = 1\n[agent]", "zzz: unknown field; the fields are id, title, suite"),
        ("[agent]", "[agents]", "agents: unknown field; did you mean agent?"),
        ("port = 8000", "port = 8000\nprot = 1", "server.prot: unknown field; did you mean port?"),
        ("port = 8000", "", "server.port: required field is missing; add it"),
        (
            "port = 8000",
            "port = 80",
            "server.port: 80 is not valid; it should be greater than or equal to 1024",
        ),
        ("port = 8000", 'port = "8000"', "server.port: '8000' is not valid; it should be a valid integer"),
        (
            "timeout_sec = 900",
            "timeout_sec = 0",
            "agent.timeout_sec: 0 is not valid; it should be greater than 0",
        ),
        ('title = "Daily orders"', "", "title: required field is missing; add it"),
        ('"Daily orders"', '""', "title: is empty; write it"),
        ('"Daily orders"', '"Daily\\norders"', "title: 'Daily\\norders' is not valid; use one line"),
        (
            'suite = "pipelines"',
            'suite = "My Suite"',
            "suite: 'My Suite' is not valid; use lower-case letters, digits and single hyphens",
        ),
        ('["data-modeling-and-schema-design"]', "[]", "competencies: needs at least 1"),
        ('"clickhouse"]', '"mysql"]', "services.1: 'mysql' is not one of postgres, clickhouse, kafka, redis"),
        ('"clickhouse"]', '"postgres"]', "services: one is listed twice; list each once"),
        (
            '["postgres", "clickhouse"]',
            '"postgres"',
            "services: 'postgres' is not valid; it should be a valid",
        ),
        ('"daily-orders"', '"other"', "id: 'other' must equal the folder's name 'daily-orders'"),
    ],
)
def test_a_bad_field_is_one_line_that_names_it(folder: Path, old: str, new: str, message: str) -> None:
    assert old in TASK_TOML
    put(folder, "task.toml", TASK_TOML.replace(old, new))

    output = refusal(folder)

    assert output.startswith(f"pipelines/daily-orders/task.toml: {message}")
    assert "\n" not in output


def test_every_bad_field_is_named_at_once(folder: Path) -> None:
    put(folder, "task.toml", TASK_TOML.replace("tier-1", "tier-9").replace("port = 8000", "port = 1"))

    assert "tier: 'tier-9'" in (output := refusal(folder))
    assert "; server.port: 1 is not valid" in output


@pytest.mark.parametrize(
    ("content", "place"),
    [("id = 'daily-orders'\ntitle = \n", ":2: "), ("id = 'a'\nid = 'b'\n", ":2: "), ("[agent", ":1: ")],
)
def test_bad_toml_names_the_line(folder: Path, content: str, place: str) -> None:
    put(folder, "task.toml", content)

    assert refusal(folder).startswith(f"pipelines/daily-orders/task.toml{place}")


@pytest.mark.parametrize(
    "name",
    [
        "task.toml",
        "instruction.md",
        "instruction.informed.md",
        "checks.py",
        "solution/solve.sh",
        "counterfeits/appends/counterfeit.toml",
        "counterfeits/appends/solve.sh",
    ],
)
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()

    assert refusal(folder) == f"pipelines/daily-orders/{name}: missing file; create it"


def test_a_missing_workspace_is_named(folder: Path) -> None:
    (folder / "workspace/load.sql").unlink()
    (folder / "workspace").rmdir()

    assert refusal(folder) == "pipelines/daily-orders/workspace: missing folder; create it"


def test_a_workload_needs_its_folder_and_its_command(folder: Path) -> None:
    put(folder, "workload/traffic.py", "print({})\n")
    place = "pipelines/daily-orders"
    assert refusal(folder) == (
        f"{place}/task.toml: [workload] is missing, so workload/ would never run; add its command"
    )

    put(folder, "task.toml", f'{TASK_TOML}\n[workload]\ncommand = "python3 traffic.py"\n')
    declared = read_task(folder).config.workload
    assert declared is not None
    assert (declared.command, declared.settle_sec) == ("python3 traffic.py", 5.0)

    (folder / "workload/traffic.py").unlink()
    (folder / "workload").rmdir()
    assert refusal(folder) == f"{place}/workload: missing folder; create it, or remove [workload]"


@pytest.mark.parametrize(
    "name",
    ["instruction.md", "instruction.informed.md", "solution/solve.sh", "counterfeits/appends/solve.sh"],
)
def test_an_empty_text_is_refused(folder: Path, name: str) -> None:
    put(folder, name, " \n\n")

    assert refusal(folder) == f"pipelines/daily-orders/{name}: is empty; write it"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("instructions.md", "x", "unknown file in a task folder; did you mean instruction.md?"),
        ("solutions/solve.sh", "x", "unknown file in a task folder; did you mean solution?"),
        ("zzz.bin", "x", "unknown file in a task folder; a task has only task.toml, instruction.md"),
        ("helpers.py", "x = 1", "unknown file in a task folder; "),
        ("checks.py", "def f(:\n", "not valid Python: "),
        ("checks.py", "x = 1\n\n  y = 2\n", "not valid Python: unexpected indent"),
        ("checks.py", "x = '\0'\n", "not valid Python: "),
        ("_helpers.py", "x = = 1\n", "not valid Python: "),
        ("seed/postgres.sql", "x", "unknown seed file; name it seed/NN_postgres*.sql"),
        ("seed/03_mysql.sql", "x", "unknown seed file; "),
        ("seed/03_kafka.sql", "x", "unknown seed file; "),
        ("seed/03_postgres.csv", "x", "unknown seed file; "),
        ("seed/more/03_postgres.sql", "x", "unknown seed file; "),
        ("seed/03_kafka_events.py", "def seed(services): ...", "seeds kafka, which is not in services"),
        ("seed/03_rows.py", "def seeds(services): ...", "has no seed function; define"),
        ("seed/03_rows.py", "def seed(): ...", "has no seed function; define"),
        ("seed/03_rows.py", "def seed(services:\n", "not valid Python: "),
        ("counterfeits/README.md", "x", "unknown file; each counterfeit is a folder with counterfeit.toml"),
        ("alternatives/README.md", "x", "unknown file; each alternative is a folder with alternative.toml"),
        ("alternatives/streams/alternative.toml", 'gate = "robust"\nwhy = "x"', "gate: unknown field"),
        (
            "counterfeits/Bad Name/solve.sh",
            "x",
            "its name is not valid; use lower-case letters",
        ),
        (
            "counterfeits/appends/counterfeit.toml",
            'gate = "corect"\nwhy = "x"',
            "gate: 'corect' is not one of",
        ),
        ("counterfeits/appends/counterfeit.toml", 'gate = "correct"', "why: required field is missing"),
        (
            "counterfeits/appends/counterfeit.toml",
            'gate = "robust"\nwhy = "x"\nwhi = ""',
            "whi: unknown field; did you mean why?",
        ),
    ],
)
def test_a_bad_file_is_one_line_that_names_it(folder: Path, name: str, content: str, message: str) -> None:
    put(folder, name, content)

    output = refusal(folder)

    match = re.match(r"pipelines/daily-orders/(?P<file>[^:]+)(:\d+)?: (?P<message>.*)", output)
    assert match is not None
    assert name.startswith(match["file"])
    assert match["message"].startswith(message)
    assert "\n" not in output


def test_a_seed_for_a_service_that_is_not_declared_is_refused(folder: Path) -> None:
    put(folder, "task.toml", TASK_TOML.replace('"postgres", "clickhouse"', '"postgres"'))

    assert refusal(folder) == (
        "pipelines/daily-orders/seed/02_clickhouse_events.sql: seeds clickhouse,"
        " which is not in services of task.toml; add it there"
    )


def test_broken_checks_name_the_line(folder: Path) -> None:
    put(folder, "checks.py", "x = 1\n\n  y = 2\n")

    assert refusal(folder) == "pipelines/daily-orders/checks.py:3: not valid Python: unexpected indent"


def test_checks_are_not_run_when_they_are_read(folder: Path) -> None:
    put(folder, "checks.py", f"open({str(folder / 'ran')!r}, 'w')\n")

    check_functions(read_task(folder))

    assert not (folder / "ran").exists()


@pytest.mark.parametrize("name", ["task.toml", "instruction.md", "checks.py"])
def test_a_file_that_is_not_utf8_is_refused(folder: Path, name: str) -> None:
    (folder / name).write_bytes(b"# \xff\n")

    assert refusal(folder) == f"pipelines/daily-orders/{name}: not UTF-8 at byte 2; save it as UTF-8"


@pytest.mark.parametrize("name", ["workspace/link", "seed/03_postgres.sql", "counterfeits/appends/x", "_x.py"])
def test_a_symbolic_link_is_refused(folder: Path, name: str) -> None:
    (folder / name).symlink_to(folder / "checks.py")

    assert refusal(folder).startswith(f"pipelines/daily-orders/{name}: is a symbolic link")


def test_a_symbolic_link_to_a_folder_is_refused(folder: Path) -> None:
    (folder / "workspace").rename(folder.parent / "elsewhere")
    (folder / "workspace").symlink_to(folder.parent / "elsewhere")

    assert refusal(folder).startswith("pipelines/daily-orders/workspace: is a symbolic link")


def test_a_pipe_is_refused(folder: Path) -> None:
    os.mkfifo(folder / "workspace/pipe")

    assert "workspace/pipe: is not a regular file" in refusal(folder)


@pytest.mark.parametrize("name", ["seed", "counterfeits"])
def test_a_file_in_the_place_of_a_folder_is_refused(folder: Path, name: str) -> None:
    (folder / name).rename(folder.parent / "elsewhere")
    put(folder, name, "x")

    assert refusal(folder) == f"pipelines/daily-orders/{name}: is a file; make it a folder"


def test_files_of_python_and_git_are_not_part_of_a_task(folder: Path) -> None:
    put(folder, "__pycache__/checks.cpython-311.pyc", "x")
    put(folder, "seed/__pycache__/10_rows.cpython-311.pyc", "x")
    put(folder, "counterfeits/.gitkeep", "")

    assert len(read_task(folder).seeds) == 3


def test_a_missing_task_folder_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "nope").endswith("nope: no such task folder")


def test_tasks_are_sorted_by_id_and_other_entries_are_left_out(tmp_path: Path) -> None:
    for name in ("zebra", "apple"):
        put(write_task(tmp_path / name), "task.toml", TASK_TOML.replace('"daily-orders"', f'"{name}"'))
    put(tmp_path, "README.md", "x")
    put(tmp_path, "__pycache__/x.pyc", "x")
    put(tmp_path, ".cache/x", "x")

    assert [task.config.id for task in read_tasks(tmp_path)] == ["apple", "zebra"]


def test_a_folder_without_a_task_among_tasks_is_an_error(folder: Path) -> None:
    (folder.parent / "half-written").mkdir()

    with pytest.raises(UserError, match=r"pipelines/half-written/task\.toml: missing file"):
        read_tasks(folder.parent)


def test_tasks_of_a_missing_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no such folder of tasks"):
        read_tasks(tmp_path / "nope")
