"""Creates mounts that do not reveal the source of their content.

Every program can read ``/proc/self/mountinfo``. It shows the paths of an overlay's layers as they were given to the
mount, and the path of a bind mount inside its file system. These paths would reveal the cache, the job, the task, the
user, and whether this is the agent's run or grading. Layers are therefore mounted through links with one-letter names,
every overlay has the same number of layers, and a host folder is shown through an overlay instead of a bind mount.
"""

from __future__ import annotations

import errno
import functools
import os
import re
import shutil
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from headwater.sandbox import _linux

_LAYERS = 3
"""The number of layers: the agent's changes, the starting state and its base. Missing layers are empty."""


def mount_named(
    stage: Path, target: Path, lower: Sequence[Path], writable: Mapping[str, Path], options: Sequence[str]
) -> None:
    """Mount an overlay on ``target`` without revealing paths in its options.

    Args:
        stage: A private folder in memory, for links and empty layers.
        target: The mount point.
        lower: The read-only layers, the uppermost first.
        writable: The paths of ``upperdir`` and ``workdir``, or an empty mapping.
        options: More mount options.

    Raises:
        OSError: The kernel refuses the mount.
    """
    folder = Path(tempfile.mkdtemp(prefix=".layers-", dir=stage))
    try:
        layers = [*lower, *_empty(stage, _LAYERS - len(lower))]
        names = {str(number): layer for number, layer in enumerate(layers)}
        for name, layer in {**names, **{option[0]: layer for option, layer in writable.items()}}.items():
            (folder / name).symlink_to(layer)
        writable_names = (f"{option}={option[0]}" for option in writable)
        settings = [f"lowerdir={':'.join(names)}", *writable_names, *options, *_no_uuid()]
        _in_folder(folder, lambda: _linux.mount("overlay", target, "overlay", 0, ",".join(settings)))
    finally:
        shutil.rmtree(folder)


def show_folder(stage: Path, layers: Sequence[Path], target: Path) -> bool:
    """Show a folder at ``target``, read-only and without revealing its path, or bind-mount it if overlays are refused.

    Args:
        stage: A private folder in memory.
        layers: The layers of the folder, the uppermost first.
        target: The mount point.

    Returns:
        Whether ``target`` is a separate file system.
    """
    try:
        mount_named(stage, target, layers, {}, ("userxattr", "xino=on"))
    except OSError as error:
        # The kernel refuses to use the overlay that is a container's own root as a layer.
        if error.errno != errno.EINVAL or len(layers) > 1:
            raise
        _linux.mount(str(layers[0]), target, flags=_linux.MS_BIND | _linux.MS_REC)
        return False
    return True


@functools.cache
def _no_uuid() -> Sequence[str]:
    """Return the option that disables UUIDs. Since Linux 6.6, they reveal that an overlay's layers were used before."""
    release = re.match(r"(\d+)\.(\d+)", os.uname().release)
    return ("uuid=null",) if release and (int(release[1]), int(release[2])) >= (6, 6) else ()


def _empty(stage: Path, count: int) -> list[Path]:
    folders = [stage / f".empty-{number}" for number in range(count)]
    for folder in folders:
        folder.mkdir(exist_ok=True)
    return folders


def _in_folder(folder: Path, function: Callable[[], None]) -> None:
    """Call a function in a thread whose working directory is ``folder``."""
    failed: list[OSError] = []

    def work() -> None:
        try:
            _linux.unshare(_linux.CLONE_FS)
            os.chdir(folder)
            function()
        except OSError as error:
            failed.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]
