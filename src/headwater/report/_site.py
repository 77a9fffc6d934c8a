"""Renders any page or chunk of the site on request, given its path."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from importlib import resources

from headwater.report import _charts, _compare, _method, _overview, _places, _task, _tasks, _trials
from headwater.report._chunks import chunk
from headwater.report._data import SiteData
from headwater.report._figures import Figures
from headwater.report._render import PageRenderer
from headwater.report._trial import Neighbours, TrialPages, TrialPlace

Make = Callable[[], bytes | None]
_STATIC = resources.files("headwater.report") / "static"


class ReportSite:
    """Provides the content of any path. The static site requests all paths at once, and the live view one at a time."""

    def __init__(self, data: SiteData, renderer: PageRenderer) -> None:
        self.data = data
        self._renderer = renderer
        self._pages = TrialPages(renderer)
        self._figures = Figures(data)

    def read(self, place: str) -> bytes | None:
        """Return the file at ``place``, or None if there is none."""
        make = self.shared.get(place) or self._of_trials.get(place)
        return make() if make else None

    @cached_property
    def shared(self) -> Mapping[str, Make]:
        """Functions that render the files not specific to a single trial, keyed by path."""
        found: dict[str, Make] = {
            f"assets/{each.name}": each.read_bytes for each in _STATIC.iterdir() if each.is_file()
        }
        found["assets/vega.js"] = _charts.library
        for place, section, template, make in (
            (_places.OVERVIEW, "Overview", "overview.html", partial(_overview.make, self.data, self._figures)),
            (_places.TASKS, "Tasks", "tasks.html", partial(_tasks.make, self.data, self._figures)),
            (_places.TRIALS, "Trials", "trials.html", partial(_trials.make, self.data)),
            (_places.SIDE_BY_SIDE, "Trials", "side-by-side.html", dict),
            (_places.COMPARE, "Compare", "compare.html", partial(_compare.make, self._figures)),
            (_places.METHOD, "Method", "method.html", partial(_method.make, self.data, self._figures)),
        ):
            found[place] = partial(self._page, template, place, section, make)
        found[_places.TRIAL_ROWS] = lambda: chunk(self._renderer.redact(_trials.rows_text(self.data)))
        for ref in self.data.by_task:
            place = _places.task_page(ref)
            found[place] = partial(self._page, "task.html", place, "Tasks", partial(_task.make, self.data, ref))
        for pair in _compare.pairs(self._figures):
            make_pair = partial(_compare.make_pair, self._figures, pair)
            found[pair.place] = partial(self._page, "pair.html", pair.place, "Compare", make_pair)
        return found

    @cached_property
    def trials(self) -> tuple[TrialPlace, ...]:
        """Every trial, with the data that its page needs."""
        found = [(job, row) for row in self.data.rows if (job := self.data.job(row))]
        pages = [_places.trial_page(job.label, row.trial) for job, row in found]
        around = [None, *pages, None]
        return tuple(
            TrialPlace(
                job.label,
                job.folder,
                job.task_folder(row.task),
                row,
                Neighbours(around[index], around[index + 2]),
            )
            for index, (job, row) in enumerate(found)
        )

    @cached_property
    def _of_trials(self) -> dict[str, Make]:
        found: dict[str, Make] = {}
        for trial in self.trials:
            found[trial.page] = partial(self._pages.page, trial)
            found[trial.trace] = partial(self._pages.trace, trial)
        return found

    def _page(self, template: str, place: str, section: str, make: Callable[[], dict[str, object]]) -> bytes:
        return self._renderer.page(template, place, section, **make())
