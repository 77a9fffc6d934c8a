"""Implements the ``grep`` agent's program, which runs in the sandbox with the standard library alone."""

from __future__ import annotations

import math
import re
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

WORKSPACE = Path("/workspace")
FOLDERS = ("models", "macros", "snapshots", "seeds")
SLIPS = (
    (r"(?<![<>=!-])<(?![<>=])", "<="),
    (r"(?<![<>=!])>(?![<>=])", ">="),
    (r"\binner join\b", "left join"),
    (r"\bwhere true\b", "where is_reportable"),
    (r"<= 2\b", "= 1"),
    (r"\bmin\(", "max("),
    (r"\bunion\b(?! all)", "union all"),
    (r"/ 1000\b", "/ 100"),
    (r"\blead\(", "lag("),
)


def words(text: str) -> Counter[str]:
    """Count the words in a text, including the parts of names."""
    return Counter(word for word in re.findall(r"[a-z]{3,}", text.lower()))


def rank(prompt: str, texts: Mapping[str, str]) -> list[str]:
    """Return the files, ranked by how many of the prompt's rare words they contain."""
    found = {path: words(f"{path} {path} {text}") for path, text in texts.items()}
    occurrences = Counter(word for counts in found.values() for word in counts)
    prompt_words = words(prompt)
    quoted_names = set(re.findall(r"`(\w+)`", prompt))

    def score(path: str) -> float:
        counts = found[path]
        weight = sum(math.log(len(texts) / occurrences[word]) for word in prompt_words if word in counts)
        exact = 1000.0 * (path.rpartition("/")[2].partition(".")[0] in quoted_names)
        return exact + weight / math.log(10 + sum(counts.values()))

    return sorted(texts, key=lambda path: (-score(path), path))


def undo(text: str) -> str:
    """Return a text with the first apparent slip reverted."""
    for pattern, instead in SLIPS:
        changed, count = re.subn(pattern, instead, text, count=1)
        if count:
            return changed
    return text


def main(prompt: str) -> None:
    """Edit the highest-ranked file that contains an apparent slip."""
    paths = [path for folder in FOLDERS for path in sorted((WORKSPACE / folder).rglob("*.sql"))]
    texts = {path.relative_to(WORKSPACE).as_posix(): path.read_text() for path in paths}
    for name in rank(prompt, texts)[:5]:
        changed = undo(texts[name])
        if changed != texts[name]:
            (WORKSPACE / name).write_text(changed)
            print(f"changed {name}")
            return


if __name__ == "__main__":
    main(sys.argv[1])
