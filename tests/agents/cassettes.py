"""Cassettes of whole runs, built from the tasks' own files so that they cannot diverge from them."""

from __future__ import annotations

from pathlib import Path

from headwater.gateway import Cassette, CassetteCall, Turn, Usage, write_cassette
from headwater.tasks import Task

LOOK = Usage(input=1200, cached=300, cache_write=200, output=80, reasoning=30)
WORK = Usage(input=2400, cached=1100, output=650)
LAST = Usage(input=3100, cached=2300, output=40)


def say(tool: str, **arguments: str) -> CassetteCall:
    """Return a neutral call."""
    return CassetteCall(tool=tool, arguments=arguments)


def solving(task: Task) -> Cassette:
    """Return what a good engineer does: look, write the files of the reference solution, run them, and report."""
    files = [path for path in sorted(task.solution.rglob("*")) if path.is_file() and path.name != "solve.sh"]
    steps = [
        line for line in (task.solution / "solve.sh").read_text().splitlines() if not line.startswith(("set", "cp"))
    ]
    names = [f"/workspace/{path.relative_to(task.solution)}" for path in files]
    writes = tuple(say("write", path=name, content=path.read_text()) for name, path in zip(names, files, strict=True))
    # Some agents refuse to overwrite files that they have not read.
    shipped = [name for name in names if (task.workspace / name.removeprefix("/workspace/")).is_file()]
    look = (say("shell", command="ls -la"), *(say("read", path=name) for name in shipped))
    return Cassette(
        description=f"{task.ref}, solved",
        turns=(
            Turn(text="I look at what is there first.", calls=look, usage=LOOK),
            Turn(calls=writes, usage=WORK),
            Turn(calls=(say("shell", command=" && ".join(steps)),), usage=WORK),
            Turn(text="It works now.", calls=(say("finish", message="Everything was tried."),), usage=LAST),
        ),
    )


def failing(task: Task, counterfeit: str) -> Cassette:
    """Return what a rushed engineer does: copy the reference solution, and turn it into the counterfeit."""
    solution = "/tmp/draft"
    files = [path for path in sorted(task.solution.rglob("*")) if path.is_file()]
    writes = tuple(
        say("write", path=f"{solution}/{path.relative_to(task.solution)}", content=path.read_text()) for path in files
    )
    script = (task.counterfeit(counterfeit).folder / "solve.sh").read_text().replace("/solution", solution)
    return Cassette(
        description=f"{task.ref}, as {counterfeit}",
        turns=(
            Turn(text="I look at what is there first.", calls=(say("shell", command="ls -la"),), usage=LOOK),
            Turn(calls=writes, usage=WORK),
            Turn(calls=(say("shell", command=script),), usage=WORK),
            Turn(text="That was quick.", calls=(say("finish", message="It works."),), usage=LAST),
        ),
    )


def save(folder: Path, cassette: Cassette, name: str) -> Path:
    """Write a cassette into a folder for ``--replay``, and return the folder."""
    write_cassette(folder / f"{name}.yaml", cassette)
    return folder
