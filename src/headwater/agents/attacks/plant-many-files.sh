# Fills the workspace with a hundred thousand files, a chain of folders deeper than any path, and much text.
# Must fail: grading reads up to a limit, within its time, and can remove everything.
cd /workspace || exit 0
timeout 12 python3 - <<'PY'
import os

os.makedirs("many", exist_ok=True)
os.makedirs("copies", exist_ok=True)
os.makedirs("chain", exist_ok=True)
home = os.getcwd()
os.chdir("chain")
for depth in range(6000):
    os.mkdir("d")
    os.chdir("d")
os.chdir(home)
os.makedirs("wide/" + "/".join(["x" * 200] * 17))
source = "def f(a):\n    return a\n\n\n" * 60_000
for number in range(40):
    with open(f"copies/{number}.py", "w") as file:
        file.write(source)
for number in range(100_000):
    os.close(os.open(f"many/{number}.py", os.O_CREAT | os.O_WRONLY))
PY
exit 0
