"""The cost of mounting a harness for a trial; baseline: the harness `base` in the same run."""

from __future__ import annotations

import threading

from headwater import harnesses
from headwater.caches import home
from headwater.jobs import measure_mounting
from headwater.trials import Setting

CLAIM_MS = 50.0


def main() -> None:
    for name in ("lineage", "classic-de"):
        built = harnesses.prepare(name, home(), print)
        measured = measure_mounting(Setting(home(), built, (), threading.Event()), print)
        verdict = "met" if measured.extra_ms <= CLAIM_MS else "missed"
        print(
            f"{name}: {measured.extra_ms:+.1f} ms beyond base's {measured.base_ms:.0f} ms "
            f"(base against base {measured.noise_ms:+.1f} ms, minima of n = {measured.rounds} each); "
            f"claim {CLAIM_MS:.0f} ms: {verdict}"
        )


if __name__ == "__main__":
    main()
