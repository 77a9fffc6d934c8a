"""Target files, derived from programs without running them."""

from __future__ import annotations

import time
import warnings

import pytest

from headwater.suites.discovery.targets import Cause, derive_targets, parts_of, same_file

A, B = "lake/a.csv", "lake/b.csv"
M = ["lake/m01.csv", "lake/m12.csv"]
PATH_A, PATH_B = "'lake/source/a.csv'", "'lake/source/b.csv'"
PROGRAMS = {
    "a name": (f"path = {PATH_A}\nprint(pd.read_csv(path).x.sum())", [A]),
    "a file that the answer does not need": (
        f"a = pd.read_csv({PATH_A})\nb = pd.read_csv({PATH_B})\nprint(len(a))",
        [A],
    ),
    "a name that is set again": (f"p = {PATH_A}\np = {PATH_B}\nprint(pd.read_csv(p))", [B]),
    "a merge": (f"a = pd.read_csv({PATH_A})\nb = pd.read_csv({PATH_B})\nprint(f'{{a.merge(b).x.max():.2f}}')", [A, B]),
    "a column from another file": (
        f"a = pd.read_csv({PATH_A})\nb = pd.read_csv({PATH_B})\na['x'] = b['y']\nprint(a.mean())",
        [A, B],
    ),
    "a column by attribute": (
        f"a = pd.read_csv({PATH_A})\nb = pd.read_csv({PATH_B})\na.x = b.y\nprint(a.mean())",
        [A, B],
    ),
    "a condition": (
        f"a = pd.read_csv({PATH_A})\nb = pd.read_csv({PATH_B})\nn = 0\nif len(b) > 3:\n    n = len(a)\nprint(n)",
        [A, B],
    ),
    "what is shown under a condition": (f"a = pd.read_csv({PATH_A})\nif a.empty:\n    print('none')", [A]),
    "join": ("d = os.path.join('lake', 'source')\nprint(pd.read_csv(os.path.join(d, 'a.csv')))", [A]),
    "a path object": ("d = Path('lake') / 'source'\nprint(pd.read_csv(d / 'a.csv'))", [A]),
    "an f-string in a loop": (
        "fs = []\nfor n in ['a', 'b']:\n    fs.append(pd.read_csv(f'lake/source/{n}.csv'))\nprint(pd.concat(fs))",
        [A, B],
    ),
    "months": (
        "for n in range(1, 13):\n    print(pd.read_csv(f'lake/m{n:02d}.csv'))",
        [f"lake/m{n:02}.csv" for n in range(1, 13)],
    ),
    "numbers of steps": ("fs = [pd.read_csv(f'lake/m{n:02d}.csv') for n in range(1, 13, 11)]\nprint(fs)", M),
    "a database by URI": (
        "with sqlite3.connect('file:/data/lake/a.db?mode=ro', uri=True) as c:\n    t = pd.read_sql('select 1', c)\n"
        "print(t.x.sum())",
        ["lake/a.db"],
    ),
    "a list of paths": ("print(pd.read_parquet(['lake/a.csv', 'lake/b.csv']).x.sum())", [A, B]),
    "a comprehension": ("print(pd.concat([pd.read_csv('lake/source/' + n) for n in ('a.csv', 'b.csv')]))", [A, B]),
    "a dictionary": (f"p = {{'x': {PATH_A}, 'y': {PATH_B}}}\nprint(pd.read_csv(p['y']))", [B]),
    "each of a dictionary": (
        f"d = {{}}\nfor k, p in {{'x': {PATH_A}, 'y': {PATH_B}}}.items():\n    d[k] = pd.read_csv(p)\nprint(d)",
        [A, B],
    ),
    "a dictionary that is filled": (
        f"a = pd.read_csv({PATH_A})\nr = {{}}\nfor c in a.columns:\n    r[c] = a[c].sum()\n"
        "out = []\nfor k in sorted(r.keys()):\n    out.append(f'{k}: {r[k]}')\nprint('; '.join(out))",
        [A],
    ),
    "a function": ("def load(name):\n    return pd.read_csv('lake/source/' + name)\nprint(len(load('b.csv')))", [B]),
    "a default": (f"def load(p={PATH_A}):\n    return pd.read_csv(p)\nprint(load())", [A]),
    "functions within each other": (
        "BASE = 'lake/source/'\ndef load(n):\n    return pd.read_csv(BASE + n)\ndef both():\n"
        "    return load('a.csv'), load('b.csv')\na, b = both()\nprint(len(b))",
        [B],
    ),
    "a function that is called back": (
        f"a = pd.read_csv({PATH_A})\nseen = {{}}\ndef count(v):\n    seen[v] = seen.get(v, 0) + 1\n"
        "a['x'].apply(lambda v: count(v))\nprint(pd.Series(seen).max())",
        [A],
    ),
    "a function that changes what it is given": (
        f"def add(d, e):\n    d['y'] = e.y\na = pd.read_csv({PATH_A})\nadd(a, pd.read_csv({PATH_B}))\nprint(a)",
        [A, B],
    ),
    "a function that sets a name of the program": (
        f"def load():\n    global d\n    d = pd.read_csv({PATH_A})\nload()\nprint(d)",
        [A],
    ),
    "a long chain": (f"print(pd.read_csv({PATH_A})" + ".pipe(lambda d: d)" * 40 + ")", [A]),
    "a lambda": (f"load = lambda p: pd.read_csv(p)\nprint(load({PATH_A}))", [A]),
    "a database": (
        "c = sqlite3.connect('lake/source/all.sqlite')\nprint(pd.read_sql('SELECT 1', c))",
        ["lake/all.sqlite"],
    ),
    "SQL over a file": ("print(duckdb.sql(\"select * from 'lake/source/a.csv'\"))", [A]),
    "an open file": (f"with open({PATH_A}) as f:\n    rows = json.load(f)\nprint(len(rows))", [A]),
    "text of a path object": (f"print(len(Path({PATH_A}).read_text()))", [A]),
    "a file that is written": (f"a = pd.read_csv({PATH_A})\nopen('lake/source/out.csv', 'w').write(str(len(a)))", [A]),
    "one of several places": (
        "for p in ['a.csv', '../input/lake/a.csv']:\n    if os.path.exists(p):\n        d = pd.read_csv(p)\nprint(d)",
        [A],
    ),
    "a fallback": (f"try:\n    d = pd.read_csv({PATH_A})\nexcept OSError:\n    d = pd.DataFrame()\nprint(d)", [A]),
    "both branches": (f"p = {PATH_A} if x else {PATH_B}\nprint(pd.read_csv(p))", [A, B]),
    "a folder from the environment": ("print(pd.read_csv(os.environ['D'] + '/lake/source/a.csv'))", [A]),
    "a format": (
        "print(pd.read_csv('lake/{}/a.csv'.format('source')), pd.read_csv('lake/source/%s.csv' % 'b'))",
        [A, B],
    ),
    "a number with zeros": ("print([pd.read_csv(f'lake/source/m{n:02d}.csv') for n in (1, 12)])", M),
    "the same with percent": ("print([pd.read_csv('lake/source/m%02d.csv' % n) for n in (1, 12)])", M),
    "the same with braces": ("print([pd.read_csv('lake/source/m{:02}.csv'.format(n)) for n in (1, 12)])", M),
    "a mapped function": ("print(pd.concat(map(pd.read_csv, ['lake/source/a.csv', 'lake/source/b.csv'])))", [A, B]),
    "a mapped function of its own": (
        "def load(n):\n    return pd.read_csv(f'lake/source/{n}')\nprint(list(map(load, ['a.csv', 'b.csv'])))",
        [A, B],
    ),
    "names of variables": (f"d1 = pd.read_csv({PATH_A})\nfor n in (1,):\n    d = locals()[f'd{{n}}']\nprint(d)", [A]),
    "a fitted model": (f"a = pd.read_csv({PATH_A})\nkde = gaussian_kde(a.x)\nprint(kde(grid))", [A]),
    "a notebook's last value": (
        f"%matplotlib inline\n!ls\na = pd.read_csv({PATH_A})\nb = pd.read_csv({PATH_B})\nb.x",
        [B],
    ),
    "nothing shown": (f"a = pd.read_csv({PATH_A})\nanswer = len(a)", [A]),
    "a method of a class": (
        f"class Log:\n    def __init__(self):\n        self.d = pd.read_csv({PATH_A})\n        print(self.d)",
        [A],
    ),
    "while": (f"a = b = 0\nwhile not b:\n    b = a\n    a = len(pd.read_csv({PATH_A}))\nprint(b)", [A]),
    "several at once": (f"a, b = pd.read_csv({PATH_A}), pd.read_csv({PATH_B})\nprint(a)", [A]),
    "recursion": (f"def f(n):\n    return f(n - 1) if n else pd.read_csv({PATH_A})\nprint(f(3))", [A]),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_files_flow_to_the_output(name: str) -> None:
    code, files = PROGRAMS[name]
    targets = derive_targets(code)
    assert ["/".join(path) for path in targets.files] == files
    assert targets.cause is None


def test_an_unused_file_is_reported() -> None:
    code, _ = PROGRAMS["a file that the answer does not need"]
    assert derive_targets(code).unused == (("lake", "b.csv"),)


@pytest.mark.parametrize(
    ("code", "cause"),
    [
        ("print(1", Cause.INVALID_CODE),
        ("print('\0')", Cause.INVALID_CODE),
        ("print(1 + 1)", Cause.NO_FILE),
        ("print(pd.read_csv(io.StringIO('a,b')))", Cause.NO_FILE),
        (f"a = pd.read_csv({PATH_A})\nprint('38%')", Cause.NOTHING_SHOWN),
        ("print(pd.concat(map(pd.read_csv, glob.glob('lake/source/*.csv'))))", Cause.FOLDER),
        ("for n in os.listdir('lake/source'):\n    print(pd.read_csv(os.path.join('lake/source', n)))", Cause.FOLDER),
        ("print(pd.read_csv(sorted(glob.glob('lake/source/*.csv'))[0]))", Cause.FOLDER),
        ("r = Path('/data')\nfor n in ['x', 'y']:\n    print(pd.read_csv(next((r / n).glob('*.csv'))))", Cause.FOLDER),
        ("print(pd.read_csv(sys.argv[1]))", Cause.UNKNOWN_PATH),
        ("print(pd.read_csv('a.csv'))", Cause.NO_FOLDER),
    ],
)
def test_underivable_files_are_unknown(code: str, cause: Cause) -> None:
    targets = derive_targets(code)
    assert targets.cause is cause
    assert targets.problem.startswith(cause.value)


def test_warnings_of_python_are_not_shown() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert derive_targets("print(pd.read_csv('lake/source/a.csv', sep='\\('))").cause is None


def test_data_from_the_network_are_not_a_file() -> None:
    targets = derive_targets("print(pd.read_csv('https://example.org/a.csv'))")
    assert (targets.files, targets.is_remote, targets.cause) == ((), True, Cause.NO_FILE)


@pytest.mark.parametrize(
    "code",
    [
        "for i in x:\n" + "".join(f"{' ' * n}for i{n} in x:\n" for n in range(1, 18)) + " " * 18 + "f(i)",
        "x = " + "(" * 150 + "1" + ")" * 150 + "\n" + "x = [x, x, x, x, x, x, x, x]\n" * 50 + "print(x)",
        "x = " + "-" * 5000 + "1",
        "x = 'a' + 'b'\n" * 3000 + "def f(): return f() + f() + f()\nprint(f())",
        "a = 'x'\n" + "a = a + a\n" * 60 + "print(a)",
        "print(0x" + "f" * 9000 + ")",
        "print('%999999999d' % 1)",
        "print('{:{}}'.format(1, 999999999), f'{1:999999999}')",
        "a = ['p', 'q']\n" + "".join(f"a = [x + y for x in a for y in a] # {n}\n" for n in range(30)) + "print(a)",
    ],
    ids=["loops", "lists", "signs", "calls", "lengths", "number", "width", "another width", "products"],
)
def test_the_analysis_of_an_exploding_program_stops(code: str) -> None:
    start = time.perf_counter()
    assert derive_targets(code).files == ()
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ("harbor_log/source/boats.csv", "harbor_log/boats.csv"),
        ("/kaggle/input/harbor-log/boats.csv", "harbor_log/boats.csv"),
        ("../input/harbor-log/deep/boats.csv", "harbor_log/deep/boats.csv"),
        ("/home/x/full_community/Harbor-Log/source/deep/boats.csv", "harbor_log/deep/boats.csv"),
        ("/home/x/private_dataset/harbor_log/boats.csv", "harbor_log/boats.csv"),
        ("/data/harbor_log/boats.csv", "harbor_log/boats.csv"),
        ("./harbor_log/./source/boats.csv", "harbor_log/boats.csv"),
        ("harbor_log\\source\\boats.csv", "harbor_log/boats.csv"),
        ("boats.csv", "boats.csv"),
        ("*/harbor_log/source/boats.csv", "harbor_log/boats.csv"),
        ("/data/harbor_log/*/boats.csv", "harbor_log/*/boats.csv"),
        ("../input/harbor-log/*/boats.csv", "harbor_log/*/boats.csv"),
        ("/data/*/boats.csv", "boats.csv"),
        ("", ""),
    ],
)
def test_paths_of_different_machines_are_one(path: str, parts: str) -> None:
    assert "/".join(parts_of(path)) == parts


def test_a_longer_path_with_the_same_end_is_the_same_file() -> None:
    assert same_file(("harbor_log", "boats.csv"), ("mnt", "x", "Harbor-Log", "boats.csv"))
    assert same_file(("boats.csv",), ("harbor_log", "boats.csv"))
    assert not same_file(("harbor_log", "boats.csv"), ("other_log", "boats.csv"))
    assert not same_file(("harbor_log", "boats.csv"), ("harbor_log", "Boats.csv"))
    assert not same_file((), ("harbor_log", "boats.csv"))
