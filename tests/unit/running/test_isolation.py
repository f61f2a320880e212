"""What a page does to the process holds for its own later fences, and for nobody else."""

from __future__ import annotations

import builtins
import decimal
import locale
import logging
import os
import random
import signal
import sys
import threading
import warnings
from pathlib import Path

import pytest
from support import run_page, running

from fencepost.running.loops import policy
from fencepost.running.switches import loggers, switches


def python(*codes: str) -> str:
    return "\n".join(f"```python\n{code}\n```\n" for code in codes)


KEPT = {
    "environ": ('import os\nos.environ["LEAKED"] = "1"', 'assert os.environ["LEAKED"] == "1"'),
    "a removed variable": ('import os\ndel os.environ["PATH"]', 'assert "PATH" not in os.environ'),
    "the folder": ('import os\nos.mkdir("b")\nos.chdir("b")', 'assert os.getcwd().endswith("b")'),
    "sys.path": ('import sys\nsys.path.insert(0, "/nowhere")', 'assert sys.path[0] == "/nowhere"'),
    "sys.argv": (
        'import sys\nassert sys.argv == [__file__]\nsys.argv[1:] = ["--fast"]',
        'assert sys.argv[1:] == ["--fast"]',
    ),
    "a signal": (
        "import signal\nsignal.signal(signal.SIGTERM, lambda *_: None)",
        "assert callable(signal.getsignal(signal.SIGTERM))",
    ),
    "a module made by hand": (
        'import sys, types\nsys.modules["made_up"] = types.ModuleType("made_up")',
        "import made_up",
    ),
    "a module in the place of another": (
        'import sys, types\nfake = sys.modules["json"] = types.ModuleType("json")',
        "import json\nassert json is fake",
    ),
    "a removed module": ('import sys\ndel sys.modules["json"]', "import json"),
    "logging": (
        "import logging\nlogging.basicConfig(level=logging.DEBUG)\nlogging.disable(logging.INFO)",
        "assert logging.getLogger().level == logging.DEBUG and logging.getLogger().handlers",
    ),
    "a logger": (
        'import logging\nlogging.getLogger("asyncio").setLevel(10)\nlogging.getLogger("asyncio").propagate = False',
        'assert logging.getLogger("asyncio").level == 10',
    ),
    "a new logger": (
        'import logging, sys\nlogging.getLogger("made.here").addHandler(logging.StreamHandler(sys.stdout))',
        'assert logging.getLogger("made.here").handlers',
    ),
    "the precision": ("import decimal\ndecimal.getcontext().prec = 3", "assert decimal.getcontext().prec == 3"),
    "a context variable": (
        "import decimal\ndecimal.setcontext(decimal.Context(prec=4))",
        "assert decimal.getcontext().prec == 4",
    ),
    "the interpreter's hooks": (
        "import sys, threading\nsys.excepthook = threading.excepthook = print",
        "assert sys.excepthook is threading.excepthook is print",
    ),
    "limits": (
        "import sys\nsys.setrecursionlimit(2000)\nsys.set_int_max_str_digits(1000)",
        "assert (sys.getrecursionlimit(), sys.get_int_max_str_digits()) == (2000, 1000)",
    ),
    "defaults": (
        "import gc, os, socket, tempfile\nsocket.setdefaulttimeout(3)\ntempfile.tempdir = '/nowhere'\ngc.disable()",
        'assert (socket.getdefaulttimeout(), tempfile.tempdir) == (3, "/nowhere") and not gc.isenabled()',
    ),
    "a builtin": ("import builtins\nbuiltins.shout = str.upper", 'assert shout("a") == "A"'),
    "warnings": (
        'import warnings\nwarnings.simplefilter("error")',
        'try:\n    warnings.warn("x")\nexcept UserWarning:\n    pass\nelse:\n    assert False',
    ),
    "the event loop policy": (
        "import asyncio\nclass Own(asyncio.DefaultEventLoopPolicy):\n    pass\nasyncio.set_event_loop_policy(Own())",
        "assert isinstance(asyncio.get_event_loop_policy(), Own)",
    ),
    "the current event loop": (
        "import asyncio\nloop = asyncio.new_event_loop()\nasyncio.set_event_loop(loop)",
        "assert asyncio.get_event_loop_policy().get_event_loop() is loop",
    ),
    "the locale": (
        'import locale\nlocale.setlocale(locale.LC_ALL, "C")',
        "assert locale.setlocale(locale.LC_ALL) == 'C'",
    ),
    "standard input": ('import io, sys\nsys.stdin = io.StringIO("Mira\\n")', 'assert input() == "Mira"'),
}


def process() -> tuple[object, ...]:
    root = logging.getLogger()
    return (
        dict(os.environ),
        Path.cwd(),
        sys.path[:],
        sys.argv[:],
        sys.stdin,
        [sys.modules.get(name) for name in ("__main__", "json", "made_up")],
        signal.getsignal(signal.SIGTERM),
        signal.getsignal(signal.SIGINT),
        root.handlers[:],
        root.level,
        root.manager.disable,
        loggers(),
        decimal.getcontext().prec,
        switches(),
        random.getstate(),
        list(warnings.filters),
        warnings.showwarning,
        locale.setlocale(locale.LC_ALL),
        policy(),
        set(builtins.__dict__) - {"_"},
        builtins.__dict__.get("_"),
    )


@pytest.mark.parametrize("name", KEPT)
def test_it_holds_for_the_page_and_is_taken_back(name: str, tmp_path: Path) -> None:
    before = process()
    ran = run_page(python(*KEPT[name]), tmp_path)
    assert set(ran.outcomes.values()) == {"passed"}, ran.findings
    assert process() == before


def test_random_numbers_go_on_from_the_pages_own_seed(tmp_path: Path) -> None:
    text = python("import random\nrandom.seed(7)\na = random.random()", "b = random.random()")
    text += "\n<!-- fencepost: assert\nown = random.Random(7)\nassert [own.random(), own.random()] == [a, b]\n-->\n"
    with running(text, tmp_path) as run:
        run.fence("page.md::top[1]")
        random.seed(1)
        assert run.fence("page.md::top[2]").outcome == "passed"
        plan = run._plan
        assert run.contract(plan.contracts[0]).outcome == "passed"


def test_prompts_leave_no_last_value_behind(tmp_path: Path) -> None:
    before = process()
    assert run_page("```pycon\n>>> 40\n40\n>>> _ + 2\n42\n```\n", tmp_path).findings == []
    assert process() == before


def test_a_folder_that_the_page_removes_hurts_nobody(tmp_path: Path) -> None:
    before = Path.cwd()
    code = 'import os\nos.mkdir("a")\nos.chdir("a")\nos.rmdir(os.getcwd())'
    assert run_page(python(code, "x = 1"), tmp_path).findings == []
    assert Path.cwd() == before


def test_a_variable_that_is_set_between_two_fences_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(python("x = 1", 'import os\nassert os.environ["LATE"] == "1"'), tmp_path) as run:
        assert run.fence("page.md::top[1]").outcome == "passed"
        monkeypatch.setenv("LATE", "1")
        assert run.fence("page.md::top[2]").outcome == "passed"


@pytest.mark.parametrize("name", ["OPENAI_API_KEY", "MY_SERVICE_TOKEN", "DB_PASSWORD", "APP_SECRET", "GH_TOKEN"])
def test_secrets_are_not_seen(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "the-real-one")
    code = 'import os, subprocess, sys\nassert "the-real-one" not in os.environ.values()\n'
    code += "child = \"import os; assert 'the-real-one' not in os.environ.values()\"\n"
    code += 'subprocess.run([sys.executable, "-c", child], check=True)'
    assert run_page(python(code), tmp_path).findings == []
    assert os.environ[name] == "the-real-one"


def test_a_thread_for_which_a_program_would_wait_is_found(tmp_path: Path) -> None:
    code = "import threading\nstop = threading.Event()\nthread = threading.Thread(target=stop.wait, name='waits')\nthread.start()"
    with running(python(code, "x = 1"), tmp_path) as run:
        verdict = run.fence("page.md::top[2]")
        next(thread for thread in threading.enumerate() if thread.name == "waits")
        run._scopes.of("").module.namespace["stop"].set()
    assert [(one.code, one.place.line, one.fence) for one in verdict.findings] == [("FP206", 1, "page.md::top[1]")]
    assert "waits" in verdict.findings[0].message


@pytest.mark.parametrize(
    "code",
    [
        "import threading\nthreading.Thread(target=threading.Event().wait, daemon=True).start()",
        "import threading, time\nthreading.Thread(target=time.sleep, args=(0.2,)).start()",
        "from concurrent.futures import ThreadPoolExecutor\nThreadPoolExecutor(1).submit(print).result()",
        "import asyncio\nawait asyncio.to_thread(print)",
    ],
)
def test_threads_that_end_are_no_fault(code: str, tmp_path: Path) -> None:
    assert run_page(python(code), tmp_path).findings == []


def test_files_and_loops_that_are_left_open_are_closed_in_silence(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ran = run_page(python('import asyncio\nfile = open("a", "w")\nloop = asyncio.new_event_loop()'), tmp_path)
    assert ran.findings == []


def test_a_fence_that_closes_its_streams_harms_no_other(tmp_path: Path) -> None:
    text = python("import os, sys\nsys.stdout.close()\nos.close(2)", 'print("here")')
    ran = run_page(f"{text}\n<!-- fencepost: output -->\n```text\nhere\n```\n", tmp_path)
    assert ran.findings == []
    print("still")


def test_what_never_ends_to_print_is_stopped(tmp_path: Path) -> None:
    ran = run_page(python('while True:\n    print("x" * 1_000_000)'), tmp_path)
    assert ran.codes == ["FP201"]
    assert "bytes were printed" in ran.findings[0].message


def test_much_is_compared_in_bearable_time(tmp_path: Path) -> None:
    shown = "\n".join(["...", "line 7", "...", "x ... y"] * 6)
    text = python("for n in range(50_000):\n    print('line', n)")
    ran = run_page(f"{text}\n<!-- fencepost: output -->\n```text\n{shown}\n```\n", tmp_path)
    assert ran.codes == ["FP202"]


def test_input_that_nobody_gives_is_an_error_at_its_line(tmp_path: Path) -> None:
    (finding,) = run_page(python('name = input("Name? ")'), tmp_path).findings
    assert (finding.code, finding.place.line) == ("FP201", 2)
    assert "EOFError" in finding.message


def test_an_interrupted_fence_does_not_go_on_in_a_later_one(tmp_path: Path) -> None:
    first = """import asyncio
log = []
async def leave():
    raise SystemExit(3)
task = asyncio.ensure_future(leave())
try:
    await task
finally:
    log.append("ended")
log.append("went on")"""
    second = 'await asyncio.sleep(0.01)\nassert log == ["ended"], log'
    ran = run_page(python(first, second), tmp_path)
    assert ran.outcomes == {"top[1]": "failed", "top[2]": "passed"}, ran.findings
    assert "SystemExit: 3" in ran.findings[0].message


def test_a_fence_that_was_stopped_in_time_does_not_go_on(tmp_path: Path) -> None:
    text = "<!-- fencepost: run timeout=0.2 -->\n"
    text += python(
        "import asyncio\nlog = []\nawait asyncio.sleep(0.4)\nlog.append(1)",
        "await asyncio.sleep(0.4)\nassert log == []",
    )
    ran = run_page(text, tmp_path)
    assert ran.outcomes == {"top[1]": "failed", "top[2]": "passed"}, ran.findings


def test_somebody_elses_alarm_is_still_set_behind_a_fence(tmp_path: Path) -> None:
    before = signal.signal(signal.SIGALRM, signal.SIG_IGN)
    try:
        signal.setitimer(signal.ITIMER_REAL, 500)
        run_page(python("x = 1"), tmp_path)
        assert 400 < signal.getitimer(signal.ITIMER_REAL)[0] <= 500
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_warnings_are_printed_as_a_reader_sees_them(tmp_path: Path) -> None:
    text = python('import warnings\nwarnings.warn("this is old")')
    text += "\n<!-- fencepost: output stream=stderr -->\n```text\n...UserWarning: this is old\n...\n```\n"
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        ran = run_page(text, tmp_path)
    assert ran.findings == []
    assert heard == []


@pytest.mark.parametrize(
    "code",
    [
        "import time\ntime.monotonic = None",
        "import os\nos.getcwd = os.dup2 = os.lseek = None",
        "import builtins\nbuiltins.open = None",
        "import sys\nsys.stdout.write = None",
        "import threading\nthreading.enumerate = None",
        "import signal\nsignal.setitimer = signal.signal = None",
        "import os\ndel os.getcwd\nos.getpwd = 1",
        "import random\nrandom.setstate = None",
    ],
)
def test_a_page_may_break_the_standard_library_for_itself(tmp_path: Path, code: str) -> None:
    broken = code.split("\n")[1].split(" = ")[0].removeprefix("del ")
    check = f"try:\n    whole = {broken} is not None\nexcept AttributeError:\n    whole = False\nassert whole is "
    ran = run_page(python(code, f"{code.split(chr(10))[0]}\n{check}False"), tmp_path)
    assert ran.outcomes == {"top[1]": "passed", "top[2]": "passed"}, ran.findings
    ran = run_page(python(f"{code.split(chr(10))[0]}\n{check}True"), tmp_path)
    assert ran.outcomes == {"top[1]": "passed"}, ran.findings


@pytest.mark.parametrize(
    "call",
    ["os._exit(3)", "os.abort()", "os.execv('/bin/true', ['true'])", "os.execlp('true', 'true')"],
)
def test_a_fence_cannot_end_the_tests(call: str, tmp_path: Path) -> None:
    before = os._exit
    ran = run_page(python(f"import os\n{call}", "print(1)\n#> 1"), tmp_path)
    assert ran.codes == ["FP201"]
    assert "would end the tests too" in ran.findings[0].message
    assert os._exit is before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that forks")
def test_a_process_that_a_fence_has_forked_ends_as_it_likes(tmp_path: Path) -> None:
    code = "import os\nif not (child := os.fork()):\n    os._exit(3)\n"
    code += "assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3"
    assert run_page(python(code), tmp_path).codes == []
