"""Defines the checks that all tasks of the suite share."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from weakref import WeakKeyDictionary

from headwater.grading import Graded, Result, correct, expect, functional, performant, production, robust
from headwater.suites.warehouse._bi import is_check, is_of_bi
from headwater.suites.warehouse.grading._judge import JUDGED_FOLDERS, is_taken, judge, judge_elsewhere
from headwater.suites.warehouse.judge._records import BrokenTask, is_reported

Check = Callable[[Graded], Result]
_TOOLS = re.compile(
    r"(^|/)(target|logs|dbt_packages|\.duckdb|\.git|\.claude|\.cache|__pycache__)(/|$)"
    r"|(^|/)\.(user\.yml|gitignore)$|\.duckdb(\.wal)?$"
)
_SETTINGS = (
    "tests/",
    "bi/explore.py",
    "dbt_project.yml",
    "profiles.yml",
    "packages.yml",
    "dependencies.yml",
    "macros/generic_tests/",
)
_YAML = (".yml", ".yaml")
_DOCUMENTS = (*_YAML, ".md")
_DOCUMENTED = (*JUDGED_FOLDERS, "docs/")
_UNIQUE_ID = re.compile(r"(model|seed|snapshot|test|unit_test|dataset|metric|chart|dashboard|check)(\.[^./]+){2,}$")
_NAMES_SHOWN = 5
_changed_by_trial: WeakKeyDictionary[Graded, list[str]] = WeakKeyDictionary()


def checks_of(task: BrokenTask) -> dict[str, Check]:
    """Return a mapping from name to check, to be set as attributes of a task's checks module."""
    return {check.__name__: check for check in (*_building(task), *_testing(task), *_comparing(task), *_looking(task))}


def _building(task: BrokenTask) -> list[Check]:
    @functional
    def project_is_read(graded: Graded) -> Result:
        """The project parses: every template renders, and every reference leads to something that exists."""
        errors = judge(graded, task).errors
        return expect(not errors, f"the project does not parse: {'; '.join(errors[:3])}" if errors else "it parses")

    @functional
    def rules_are_kept(graded: Graded) -> Result:
        """The project uses nothing that its rules forbid, such as hooks, packages or queries while rendering."""
        refusals = judge(graded, task).refusals
        return expect(not refusals, "; ".join(refusals[:3]) if refusals else "the project's rules are kept")

    @functional
    def every_relation_is_built(graded: Graded) -> Result:
        """Every model, seed and snapshot builds, and every query of the BI layer runs."""
        missing = judge(graded, task).site.missing
        message = "; ".join(f"{_short(uid)}: {why}" for uid, why in list(missing.items())[:3])
        return expect(not missing, f"not built: {message}" if missing else "every relation is built")

    @functional
    def reported_figures_are_exact(graded: Graded) -> Result:
        """One user-facing relation that the injected fault corrupted has exactly the right content."""
        site = judge(graded, task).site
        is_judged = _is_judged(graded, task)
        exact = is_judged and task.witness not in (*site.differs, *site.missing)
        passing = is_judged and not site.missing and not site.failing
        right = passing and not any(map(is_reported, site.differs))
        native = {"tests_pass": float(passing), "solved": float(right)}
        message = _names("hold something else", [] if exact else [task.witness])
        return Result(exact, message, {"native": native})

    return [project_is_read, rules_are_kept, every_relation_is_built, reported_figures_are_exact]


def _testing(task: BrokenTask) -> list[Check]:
    @correct
    def target_test_passes(graded: Graded) -> Result:
        """The target test passes, whether or not the prompt names it."""
        judged = judge(graded, task)
        failing = {**judged.site.failing, **dict.fromkeys([task.target] if not _is_judged(graded, task) else [], "")}
        passed = task.target not in failing
        message = f"{_short(task.target)} fails: {failing.get(task.target)}" if not passed else "the test passes"
        return expect(passed, message)

    @correct
    def failed_tests_pass(graded: Graded) -> Result:
        """All tests that failed together with the reported one pass as well."""
        failing = judge(graded, task).site.failing
        still = [uid for uid in task.failing if uid in failing]
        return expect(not still and _is_judged(graded, task), _names("still failing", still))

    @robust
    def no_test_fails(graded: Graded) -> Result:
        """No test of the project fails that passed before."""
        site = judge(graded, task).site
        if not site.is_tested:
            return Result(False, "not run: a test that fails because of the break still fails")
        new = [uid for uid in site.failing if uid not in task.failing]
        return expect(not new, _names("newly failing", new))

    return [target_test_passes, failed_tests_pass, no_test_fails]


def _comparing(task: BrokenTask) -> list[Check]:
    @robust
    def marts_are_right(graded: Graded) -> Result:
        """Every mart, report, semantic view, metric, chart and dashboard has the right content: nothing was masked."""
        wrong = [uid for uid in judge(graded, task).site.differs if is_reported(uid)]
        return expect(not wrong, _names("hold something else", wrong))

    @robust
    def holds_for_other_data(graded: Graded) -> Result:
        """Tests also pass and marts are also right on data of another seed, also after a later run with new rows."""
        site_outcome = judge(graded, task).site
        if site_outcome.failing or site_outcome.missing or any(map(is_reported, site_outcome.differs)):
            return Result(False, "it does not hold for the task's own data")
        judged = judge_elsewhere(graded, task)
        site = judged.site
        wrong = [uid for uid in site.differs if is_reported(uid)]
        bad = [*judged.errors, *judged.refusals, *site.missing, *site.failing, *wrong]
        if not bad and judged.outdated:
            return Result(False, _names("wrong after a later run with new rows", judged.outdated))
        return expect(not bad, _names("wrong on other data", bad))

    @performant
    def no_model_is_slower(graded: Graded) -> Result:
        """No changed model takes much longer than its clean version on the same rows."""
        slow = judge(graded, task).slow
        message = "; ".join(f"{_short(s.relation)}: {s.seconds:.1f} s, was {s.clean_seconds:.1f} s" for s in slow[:3])
        return expect(not slow, f"slower: {message}" if slow else "nothing is slower")

    @production
    def cause_is_mended(graded: Graded) -> Result:
        """The most upstream wrong relation is right again, and not only the relations downstream of it."""
        site = judge(graded, task).site
        wrong = [uid for uid in task.causes if uid in site.differs and uid not in site.mended]
        return expect(not wrong, _names("still wrong at its cause", wrong))

    return [marts_are_right, holds_for_other_data, no_model_is_slower, cause_is_mended]


def _looking(task: BrokenTask) -> list[Check]:
    @production
    def tests_and_settings_are_untouched(graded: Graded) -> Result:
        """Tests, profile, project settings and materializations are unchanged. Tests may be added."""
        # The import is late because few trials reach this gate.
        from headwater.suites.warehouse.grading._declared import lost_tests

        paths = [path for path in _changed_files(graded) if not _adds_test(graded, path)]
        changed = [path for path in paths if path.startswith(_SETTINGS) or is_check(path)]
        stored = judge(graded, task).site.stored_otherwise
        lost = lost_tests(*_properties(graded))
        return expect(not (changed or stored or lost), _names("changed", [*changed, *lost, *stored]))

    @production
    def changed_columns_are_documented(graded: Graded) -> Result:
        """If a model has other columns than the solution's, its YAML lists the new ones and none that were removed."""
        from headwater.suites.warehouse.grading._declared import undocumented

        columns = judge(graded, task).site.columns
        if not columns:
            return Result(True, "no model's columns differ")
        files = [path for path in graded.workspace.files() if path.startswith(JUDGED_FOLDERS) and path.endswith(_YAML)]
        found = undocumented(columns, map(graded.workspace.read_text, files))
        return expect(not found, _names("not documented", found))

    @production
    def nothing_is_left_behind(graded: Graded) -> Result:
        """No scratch file, copy, note, or model that nothing reads is left in the project."""
        new = [path for path in _changed_files(graded) if graded.workspace.shipped_text(path) is None]
        scratch = [path for path in new if not (is_taken(path) or documents(path) or _adds_test(graded, path))]
        leftover_paths = [*scratch, *judge(graded, task).unread]
        return expect(not leftover_paths, _names("left behind", leftover_paths))

    return [tests_and_settings_are_untouched, changed_columns_are_documented, nothing_is_left_behind]


def _changed_files(graded: Graded) -> list[str]:
    """Return the files that the agent changed or removed, excluding files written by tools. The result is cached."""
    if graded not in _changed_by_trial:
        _changed_by_trial[graded] = _find_changed(graded)
    return _changed_by_trial[graded]


def _find_changed(graded: Graded) -> list[str]:
    workspace = graded.workspace
    current_paths = {path for path in workspace.files() if not is_of_a_tool(path)}
    changed = [path for path in current_paths if workspace.shipped_text(path) != workspace.read_text(path)]
    deleted = [path for path in shipped_files(graded) if path not in current_paths and not is_of_a_tool(path)]
    return sorted([*changed, *deleted])


def _adds_test(graded: Graded, path: str) -> bool:
    """Return whether a file is a new test or check, which grading does not run.

    A generic test does not count, because it could replace an existing one of the same name.
    """
    is_test = is_check(path) or (path.startswith("tests/") and path.endswith(".sql") and "/generic/" not in path)
    return is_test and graded.workspace.shipped_text(path) is None


def _properties(graded: Graded) -> tuple[list[str], dict[str, str]]:
    """Return the changed property files (YAML) for models, seeds and similar nodes.

    The first result contains the shipped texts, the second the agent's texts. Both are keyed by path.
    """
    paths = [path for path in _changed_files(graded) if path.startswith(JUDGED_FOLDERS) and path.endswith(_YAML)]
    shipped = [text for path in paths if (text := graded.workspace.shipped_text(path)) is not None]
    return shipped, {path: graded.workspace.read_text(path) for path in paths if graded.workspace.exists(path)}


def is_of_a_tool(path: str) -> bool:
    """Return whether a tool such as dbt or the harness wrote a file. Templates never count as such."""
    return not is_taken(path) and _TOOLS.search(path) is not None


def documents(path: str) -> bool:
    """Return whether a file is documentation in the project's documentation folder."""
    return path.startswith(_DOCUMENTED) and path.endswith(_DOCUMENTS)


def shipped_files(graded: Graded) -> Sequence[str]:
    """Return the paths of the files that the agent was given."""
    root = graded.shipped
    return [path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()]


def _is_judged(graded: Graded, task: BrokenTask) -> bool:
    """Return a result that states whether the tests ran at all."""
    judged = judge(graded, task)
    return not judged.errors and not judged.refusals


def _short(uid: str) -> str:
    kind, *_ = parts = uid.split(".")
    if kind == "unit_test":
        return f"{parts[3]} of {parts[2]}"
    if is_of_bi(uid):
        return f"{kind} {parts[-1]}"
    return parts[2] if kind == "test" else parts[-1]


def _names(what: str, values: Sequence[str]) -> str:
    if not values:
        return f"nothing is {what}" if not what.startswith("hold") else "all hold what they should"
    more = f" and {len(values) - _NAMES_SHOWN} more" if len(values) > _NAMES_SHOWN else ""
    return f"{what}: {', '.join(_short(uid) if _UNIQUE_ID.match(uid) else uid for uid in values[:_NAMES_SHOWN])}{more}"
