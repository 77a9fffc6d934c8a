# Ends like a broken sandbox, with the same message and exit code, so that the trial counts as a fault of the machine.
# Must fail: the end of a program and its output are attributed to the program.
printf 'bwrap: execvp %s: No such file or directory\n' bash python3 >&2
printf 'OCI runtime exec failed: exec failed: unable to start container process\n' >&2
printf 'InfraError: the sandbox did not start\nCancelledError\nTraceback (most recent call last):\n' >&2
printf 'infra_error: postgres did not start\n'
exit 125
