from __future__ import annotations

import os
import sys
import textwrap
from pathlib import Path

import pytest
from support import plan_of, run_page, running

from fencepost.running.models import Models
from fencepost.running.page import PageRun


def page(text: str) -> str:
    return textwrap.dedent(text).lstrip("\n")


def test_a_page_is_one_module_and_each_fence_runs_once(tmp_path: Path) -> None:
    ran = run_page(
        page("""
        # T

        ```python
        log = open("ran.log", "a")
        print("A", file=log, flush=True)
        ```

        ```python
        print("B", file=log, flush=True)
        log.close()
        ```
        """),
        tmp_path,
    )
    assert ran.outcomes == {"t[1]": "passed", "t[2]": "passed"}
    assert ran.log == "A\nB\n"


def test_choosing_the_last_fence_runs_what_stands_before_it(tmp_path: Path) -> None:
    text = page("""
        ```python
        n = 1
        ```

        ```python
        n += 1
        ```

        ```python
        assert n == 2
        ```
        """)
    with running(text, tmp_path) as run:
        assert run.fence("page.md::top[3]").outcome == "passed"
        assert run.fence("page.md::top[1]").outcome == "passed"


def test_the_line_of_an_exception_is_the_pages_own(tmp_path: Path) -> None:
    ran = run_page("# T\n\nProse.\n\n```python\na = 1\nb = 2\nc = 1 / 0\n```\n", tmp_path)
    (finding,) = ran.findings
    assert (finding.code, finding.place.line) == ("FP201", 8)
    assert "ZeroDivisionError: division by zero" in finding.message
    assert any("c = 1 / 0" in line for line in finding.detail)


def test_a_syntax_error_has_the_pages_line(tmp_path: Path) -> None:
    ran = run_page("text\n\n```python\nx = 1\ny = = 2\n```\n", tmp_path)
    assert [(finding.code, finding.place.line) for finding in ran.findings] == [("FP201", 5)]


def test_a_fence_in_a_container_has_its_own_lines(tmp_path: Path) -> None:
    ran = run_page('!!! note\n\n    ```python\n    x = 1\n    raise KeyError("gone")\n    ```\n', tmp_path)
    assert [finding.place.line for finding in ran.findings] == [5]


def test_what_was_printed_is_shown_with_the_failure(tmp_path: Path) -> None:
    ran = run_page('```python\nprint("a hint")\n1 / 0\n```\n', tmp_path)
    assert any("a hint" in line for line in ran.findings[0].detail)


@pytest.mark.parametrize("exit_", ["raise SystemExit(0)", "raise KeyboardInterrupt", "import sys; sys.exit(3)"])
def test_leaving_is_a_failure_of_the_fence_alone(tmp_path: Path, exit_: str) -> None:
    ran = run_page(f"```python\n{exit_}\n```\n\n```python\nx = 1\n```\n", tmp_path)
    assert ran.outcomes == {"top[1]": "failed", "top[2]": "passed"}


def test_a_fence_that_lacks_a_name_of_a_failed_one_is_blocked_by_it(tmp_path: Path) -> None:
    ran = run_page(
        page("""
        ```python
        1 / 0
        value = 1
        ```

        ```python
        print(value)
        ```

        ```python
        print(other)
        ```
        """),
        tmp_path,
    )
    assert ran.outcomes == {"top[1]": "failed", "top[2]": "blocked", "top[3]": "failed"}
    assert ran.verdicts["top[2]"].blocked_by == "page.md::top[1]"


def test_hidden_code_runs_in_the_pages_module(tmp_path: Path) -> None:
    ran = run_page(
        page("""
        <!-- fencepost: setup
        base = 40
        -->
        ```python
        answer = base + 2
        ```

        Prose may stand between.

        <!-- fencepost: assert
        assert answer == 43
        -->
        """),
        tmp_path,
    )
    assert ran.outcomes == {"top[1]": "passed", "top[1]-assert": "failed"}
    assert ran.findings[0].place.line == 11


def test_an_output_is_what_the_fence_before_printed(tmp_path: Path) -> None:
    text = page("""
        ```python
        print("a")
        print("b")
        ```

        <!-- fencepost: output -->
        ```text
        a
        c
        ```
        """)
    ran = run_page(text, tmp_path)
    (finding,) = ran.findings
    assert (finding.code, finding.place.line, finding.fence) == ("FP202", 9, "page.md::top[2]")
    assert run_page(text.replace("c\n", "b\n"), tmp_path).findings == []


def test_an_output_can_come_from_hidden_code_and_from_the_other_stream(tmp_path: Path) -> None:
    ran = run_page(
        page("""
        ```python
        import sys
        names = ["b", "a"]
        print("warn", file=sys.stderr)
        ```

        <!-- fencepost: output
        print(sorted(names))
        -->
        ```text
        ['a', 'b']
        ```

        <!-- fencepost: output stream=stderr -->
        ```text
        warn
        ```
        """),
        tmp_path,
    )
    assert set(ran.outcomes.values()) == {"passed"}


def test_the_output_of_a_failed_fence_is_blocked(tmp_path: Path) -> None:
    ran = run_page("```python\n1 / 0\n```\n\n<!-- fencepost: output -->\n```text\n1\n```\n", tmp_path)
    assert ran.outcomes == {"top[1]": "failed", "top[2]-output": "blocked"}


ERROR = """
<!-- fencepost: error{options} -->
```text
{shown}
```
"""


@pytest.mark.parametrize(
    ("options", "shown", "outcome"),
    [
        ("", "no such bird", "passed"),
        ("", "ValueError: no such bird", "passed"),
        (
            "",
            'Traceback (most recent call last):\n  File "x.py", line 1, in <module>\nValueError: no such bird',
            "passed",
        ),
        (" wrap", "no such\nbird", "passed"),
        ("", "no such\nbird", "failed"),
        ("", "no such birds", "failed"),
        (" type=ValueError", "no such bird", "passed"),
        (" type=Exception", "no such bird", "passed"),
        (" type=KeyError", "no such bird", "failed"),
    ],
)
def test_an_error_is_the_message_of_what_was_raised(tmp_path: Path, options: str, shown: str, outcome: str) -> None:
    fence = '```python\nraise ValueError("no such bird")\n```\n'
    ran = run_page(fence + ERROR.format(options=options, shown=shown), tmp_path)
    assert ran.outcomes == {"top[1]": "passed", "top[2]-error": outcome}


def test_an_example_that_begins_to_work_fails(tmp_path: Path) -> None:
    ran = run_page("```python\nx = 1\n```\n" + ERROR.format(options="", shown="no"), tmp_path)
    assert ran.outcomes["top[2]-error"] == "failed"
    ran = run_page("<!-- fencepost: run raises=ValueError -->\n```python\nx = 1\n```\n", tmp_path)
    assert ran.codes == ["FP203"]


@pytest.mark.parametrize(
    ("declared", "outcome"),
    [("ValueError", "passed"), ('"ValueError: bad"', "passed"), ('"ValueError: ba"', "failed"), ("KeyError", "failed")],
)
def test_raises_takes_a_type_or_a_type_and_the_exact_text(tmp_path: Path, declared: str, outcome: str) -> None:
    ran = run_page(f'<!-- fencepost: run raises={declared} -->\n```python\nraise ValueError("bad")\n```\n', tmp_path)
    assert ran.outcomes == {"top[1]": outcome}


def test_tabs_are_alternatives_and_the_page_goes_on_from_the_first(tmp_path: Path) -> None:
    ran = run_page(
        page("""
        ```python
        client = "none"
        seen = []
        ```

        === "Sync"

            ```python
            assert client == "none"
            client = "sync"
            seen.append(client)
            ```

        === "Async"

            ```python
            assert client == "none"
            client = "async"
            seen.append(client)
            ```

        Between.

        === "Sync"

            ```python
            assert client == "sync"
            ```

        === "Async"

            ```python
            assert client == "async"
            ```

        ```python
        assert client == "sync"
        assert seen == ["sync", "async"]
        ```
        """),
        tmp_path,
    )
    assert set(ran.outcomes.values()) == {"passed"}, ran.findings


def test_a_tab_that_is_chosen_alone_runs_without_its_siblings(tmp_path: Path) -> None:
    text = '=== "A"\n\n    ```python\n    raise SystemError\n    ```\n\n=== "B"\n\n    ```python\n    b = 1\n    ```\n'
    with running(text, tmp_path) as run:
        assert run.fence("page.md::top[2]").outcome == "passed"


def test_scopes_are_modules_of_their_own(tmp_path: Path) -> None:
    ran = run_page(
        page("""
        ```python
        x = 1
        ```

        <!-- fencepost: run scope=new -->
        ```python
        assert "x" not in globals()
        ```

        <!-- fencepost: run scope=other -->
        ```python
        y = 2
        ```

        <!-- fencepost: run scope=other -->
        ```python
        assert y == 2 and "x" not in globals()
        ```

        ```python
        assert x == 1 and "y" not in globals()
        ```
        """),
        tmp_path,
    )
    assert set(ran.outcomes.values()) == {"passed"}, ran.findings


def test_a_file_is_written_and_its_second_version_is_what_is_imported(tmp_path: Path) -> None:
    ran = run_page(
        page("""
        <!-- fencepost: file app/tools.py -->
        ```python
        NAME = "one"
        ```

        ```python
        from app.tools import NAME
        assert NAME == "one"
        ```

        <!-- fencepost: file app/tools.py -->
        ```python
        NAME = "two"
        ```

        ```python
        from app.tools import NAME
        assert NAME == "two"
        ```

        <!-- fencepost: file notes.env append -->
        ```text
        A=1
        ```

        <!-- fencepost: file notes.env append -->
        ```text
        B=2
        ```

        ```python
        assert open("notes.env").read() == "A=1\\nB=2\\n"
        ```
        """),
        tmp_path,
    )
    assert set(ran.outcomes.values()) == {"passed"}, ran.findings
    assert "app.tools" not in sys.modules


def test_what_a_page_changes_is_taken_back(tmp_path: Path) -> None:
    before = (dict(os.environ), Path.cwd(), sys.path[:], sys.modules["__main__"])
    ran = run_page(
        page("""
        ```python
        import os, sys
        os.environ["LEAKED"] = "1"
        os.mkdir("below")
        os.chdir("below")
        sys.path.insert(0, "/nowhere")
        ```

        ```python
        assert os.environ["LEAKED"] == "1"
        assert os.path.basename(os.getcwd()) == "below"
        assert sys.path[0] == "/nowhere"
        assert sys.modules["__main__"].__dict__ is globals()
        ```
        """),
        tmp_path,
    )
    assert set(ran.outcomes.values()) == {"passed"}, ran.findings
    assert (dict(os.environ), Path.cwd(), sys.path[:], sys.modules["__main__"]) == before


def test_the_clock_and_the_zone_are_frozen(tmp_path: Path) -> None:
    ran = run_page(
        page("""
        <!-- fencepost: page freeze="2026-07-30T21:15:00+08:00" -->

        ```python
        from datetime import datetime, timezone
        assert datetime.now().isoformat() == "2026-07-30T21:15:00"
        assert datetime.now(timezone.utc).isoformat() == "2026-07-30T13:15:00+00:00"
        assert datetime.now().astimezone().utcoffset().total_seconds() == 8 * 3600
        ```
        """),
        tmp_path,
    )
    assert ran.outcomes == {"top[1]": "passed"}, ran.findings


@pytest.mark.parametrize(
    "code", ["while True:\n    pass", "import time\ntime.sleep(60)", "import asyncio\nawait asyncio.sleep(60)"]
)
def test_a_fence_that_does_not_end_is_stopped_at_its_line(tmp_path: Path, code: str) -> None:
    ran = run_page(f"<!-- fencepost: run timeout=0.2 -->\n```python\n{code}\n```\n", tmp_path)
    (finding,) = ran.findings
    assert finding.code == "FP206"
    assert finding.place.line in (3, 4)


def test_prompts_run_and_print_what_the_page_shows(tmp_path: Path) -> None:
    session = (
        "```pycon\n>>> x = 40\n>>> x + 2\n42\n>>> int('a')\nTraceback (most recent call last):\n  ...\n"
        "ValueError: invalid literal for int() with base 10: 'a'\n```\n"
    )
    assert run_page(session, tmp_path).outcomes == {"top[1]": "passed"}
    ran = run_page(session.replace("42", "43"), tmp_path)
    assert [(finding.code, finding.place.line) for finding in ran.findings] == [("FP202", 4)]


def test_a_module_is_real(tmp_path: Path) -> None:
    ran = run_page(
        page("""
        ```python
        from __future__ import annotations
        import dataclasses, inspect, pickle, typing

        @dataclasses.dataclass
        class Point:
            x: int

        def double(n):
            return 2 * n

        if __name__ == "__main__":
            guarded = True
        ```

        ```python
        assert guarded
        assert pickle.loads(pickle.dumps(Point(1))) == Point(1)
        assert inspect.getsource(double) == "def double(n):\\n    return 2 * n\\n"
        assert typing.get_type_hints(Point) == {"x": int}
        assert __file__.endswith("page.md")

        @dataclasses.dataclass
        class Line:
            a: Point
        ```
        """),
        tmp_path,
    )
    assert set(ran.outcomes.values()) == {"passed"}, ran.findings


def test_the_loop_of_the_page_stays_open_between_fences(tmp_path: Path) -> None:
    ran = run_page(
        page("""
        ```python
        import asyncio
        queue = asyncio.Queue()
        task = asyncio.ensure_future(queue.get())
        await asyncio.sleep(0)
        ```

        ```python
        queue.put_nowait("here")
        assert await task == "here"
        async with asyncio.timeout(1):
            async for n in (n async for n in _numbers()) if False else _numbers():
                assert n == 1
        ```
        """).replace("queue = ", "async def _numbers():\n    yield 1\n\nqueue = "),
        tmp_path,
    )
    assert set(ran.outcomes.values()) == {"passed"}, ran.findings


SCRIPTED = """
<!-- fencepost: model
- say: scripted
-->
```python
import httpx
reply = httpx.post("https://api.example.org/v1/chat/completions", json={
    "model": "m", "messages": [{"role": "user", "content": "hi"}]}, headers={"authorization": "Bearer real"})
text = reply.json()["choices"][0]["message"]["content"]
```

<!-- fencepost: assert
assert text == "scripted"
-->
"""


def test_a_model_is_scripted(tmp_path: Path) -> None:
    ran = run_page(SCRIPTED, tmp_path)
    assert set(ran.outcomes.values()) == {"passed"}, ran.findings


def test_a_reply_that_nobody_asks_for_is_found_at_its_line(tmp_path: Path) -> None:
    ran = run_page(SCRIPTED.replace("- say: scripted\n", "- say: scripted\n- say: left over\n"), tmp_path)
    assert [(finding.code, finding.place.line) for finding in ran.findings] == [("FP208", 4)]


def test_a_script_that_is_wrong_is_found_at_its_line(tmp_path: Path) -> None:
    ran = run_page(SCRIPTED.replace("- say: scripted\n", "- sya: scripted\n"), tmp_path)
    assert [(finding.code, finding.place.line) for finding in ran.findings if finding.code == "FP209"] == [("FP209", 3)]


def test_a_request_to_another_host_is_refused_although_the_fence_swallows_it(tmp_path: Path) -> None:
    code = (
        '```python\nimport urllib.request\ntry:\n    urllib.request.urlopen("http://example.org/x")\n'
        "except Exception:\n    pass\n```\n"
    )
    ran = run_page(code, tmp_path)
    assert ran.codes == ["FP205"]
    assert "example.org" in ran.findings[0].message


def test_keys_of_the_environment_are_not_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-real")
    ran = run_page('```python\nimport os\nassert "real" not in os.environ["OPENAI_API_KEY"]\n```\n', tmp_path)
    assert ran.outcomes == {"top[1]": "passed"}
    assert os.environ["OPENAI_API_KEY"] == "sk-real"


def test_everything_that_is_written_counts_in_its_order(tmp_path: Path) -> None:
    ran = run_page(
        page("""
        ```python
        import logging, os, subprocess, sys
        print("print")
        sys.stdout.write("write\\n")
        subprocess.run([sys.executable, "-c", "print('child')"], check=True)
        subprocess.run([sys.executable, "-c", "print('child 2')"], stdout=sys.stdout, check=True)
        os.write(1, b"descriptor\\n")
        logging.getLogger("x").warning("logged")
        print("last", end="")
        ```

        <!-- fencepost: output -->
        ```text
        print
        write
        child
        child 2
        descriptor
        last
        ```

        <!-- fencepost: output stream=stderr -->
        ```text
        logged
        ```
        """),
        tmp_path,
    )
    assert set(ran.outcomes.values()) == {"passed"}, ran.findings


def test_what_is_written_is_passed_on(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    run_page("```python\nimport os\nprint('a')\nos.write(1, b'b')\n```\n", tmp_path)
    assert capfd.readouterr().out == "a\nb"


def test_an_error_that_cannot_be_shown_is_a_failure_of_its_fence(tmp_path: Path) -> None:
    code = "class Mute(Exception):\n    def __str__(self):\n        raise ValueError\n\n\nraise Mute\n"
    assert [one.message for one in run_page(f"```python\n{code}```\n", tmp_path).findings] == [
        "the fence raised Mute: <exception str() failed>"
    ]
    page = f'<!-- fencepost: run raises="Mute: text" -->\n```python\n{code}```\n'
    assert run_page(page, tmp_path).codes == ["FP203"]


CONNECTS = """\
>>> socket.create_connection(("203.0.113.7", 80)) is None
False"""

TRIED = """\
>>> try:
...     connection = socket.create_connection(("203.0.113.7", 80))
... except OSError:
...     print("refused")
connected"""

REFUSED = f"""\
```pycon
>>> import socket
{CONNECTS}
>>> nothing
```

```python
print("one")
#> two
```
"""


@pytest.mark.parametrize("code", [CONNECTS, TRIED])
def test_what_comes_of_a_refused_request_is_no_finding_of_its_own(code: str, tmp_path: Path) -> None:
    ran = run_page(REFUSED.replace(f"{CONNECTS}\n>>> nothing", code), tmp_path)
    assert [finding.code for finding in ran.verdicts["top[1]"].findings] == ["FP205"]


def test_a_name_that_is_missing_behind_a_refused_request_is_said(tmp_path: Path) -> None:
    ran = run_page(REFUSED.replace(CONNECTS, TRIED), tmp_path)
    assert [finding.code for finding in ran.verdicts["top[1]"].findings] == ["FP205", "FP201"]


def test_behind_a_refused_request_nothing_is_rewritten(tmp_path: Path) -> None:
    (finding,) = run_page(REFUSED, tmp_path).verdicts["top[2]"].findings
    assert (finding.code, finding.edits) == ("FP202", ())
    assert "was refused on this page" in (finding.help or "")


def test_a_reply_that_was_made_up_is_written_nowhere(tmp_path: Path) -> None:
    text = f"```python\n{ASKS}print(reply)\n#> Something that a model said.\n```\n"
    found = run_page(text, tmp_path).findings
    assert sorted(finding.code for finding in found) == ["FP202", "FP211"]
    assert not any(finding.edits for finding in found)


ASKS = """\
import json, urllib.request
body = {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hi"}]}
request = urllib.request.Request(
    "https://api.openai.com/v1/chat/completions",
    json.dumps(body).encode(),
    {"content-type": "application/json", "authorization": "Bearer x"},
)
with urllib.request.urlopen(request) as answer:
    reply = json.load(answer)["choices"][0]["message"]["content"]
"""


@pytest.mark.parametrize(
    ("before", "advice"),
    [
        ("", "Install `made_up` where the pages run, or skip the fence with a reason."),
        (
            '```text title="made_up/part.py"\nx = 1\n```\n\n',
            'The page shows `made_up/part.py`: say `file` above that fence, or `titles = "files"` in the settings.',
        ),
    ],
)
def test_a_missing_module_is_no_fault_of_the_example(before: str, advice: str, tmp_path: Path) -> None:
    (finding,) = run_page(f"{before}```python\nimport made_up.part\n```\n", tmp_path).findings
    assert finding.help == advice


def test_an_input_that_nobody_gives(tmp_path: Path) -> None:
    filled = '<!-- fencepost: setup\nimport io, sys\nsys.stdin = io.StringIO("Mira\\n")\n-->\n'
    asks = "```python\nprint(input())\n#> Mira\n```\n"
    (finding,) = run_page(asks, tmp_path).findings
    assert "fill it in a hidden `setup`" in finding.help
    assert run_page(filled + asks, tmp_path).codes == []


def test_an_include_that_nobody_resolves(tmp_path: Path) -> None:
    (finding,) = run_page('```python\n--8<-- "x.py"\n```\n', tmp_path, dialect="gfm").findings
    assert '`dialect = "mkdocs"`' in finding.help


@pytest.mark.parametrize("path", ["'data/a.json'", "Path('data/a.json')"])
def test_a_file_that_is_not_in_the_folder_of_the_page(path: str, tmp_path: Path) -> None:
    (finding,) = run_page(f"```python\nfrom pathlib import Path\nopen({path})\n```\n", tmp_path).findings
    assert "`file data/a.json`" in finding.help
    assert '`page files="data/a.json"`' in finding.help


@pytest.mark.parametrize("path", ["/not/there", "../a.json"])
def test_a_file_that_could_not_be_in_the_folder_of_the_page(path: str, tmp_path: Path) -> None:
    (finding,) = run_page(f"```python\nopen('{path}')\n```\n", tmp_path).findings
    assert "page files" not in finding.help


def test_a_message_of_several_lines_has_one_line_in_the_headline(tmp_path: Path) -> None:
    (finding,) = run_page('```python\nraise ValueError("one\\ntwo\\n  three")\n```\n', tmp_path).findings
    assert finding.message == "the fence raised ValueError: one"
    assert [line for line in finding.detail if "two" in line or "three" in line][-2:] == ["    two", "      three"]


@pytest.mark.parametrize(
    "code",
    [
        "print('a', end='')\nprint('b')\n#> ab",
        "for n in 1, 2:\n    print(n, end=' ')\nprint(3)\n#> 1 2 3",
        "print('a', end='')\nprint('\\nb')\n#> a\n#> b",
        "print('a', end='')\n#> a\nprint('b')\n#> b",
        "print('not shown')\nprint('b')\n#> b",
    ],
)
def test_a_line_that_several_statements_print_stands_below_the_last(code: str, tmp_path: Path) -> None:
    assert run_page(f"```python\n{code}\n```\n", tmp_path).findings == []


def test_what_stands_further_down_blocks_nothing_that_is_asked_for_later(tmp_path: Path) -> None:
    text = "```python\nprint(name)\n```\n\n```python\nname = 1 / 0\n```\n"
    with running(text, tmp_path) as run:
        assert run.fence("page.md::top[2]").outcome == "failed"
        assert run.fence("page.md::top[1]").outcome == "failed"


def test_a_tab_is_not_blocked_by_its_neighbour(tmp_path: Path) -> None:
    tabs = '=== "A"\n\n    ```python\n    name = 1 / 0\n    ```\n\n=== "B"\n\n    ```python\n    print(name)\n    ```\n'
    assert run_page(tabs, tmp_path).outcomes == {"top[1]": "failed", "top[2]": "failed"}


def test_the_inside_of_libraries_is_left_out_of_a_traceback(tmp_path: Path) -> None:
    ran = run_page(
        "```python\nimport re\nre.compile('(')\n```\n\n```python\nimport json\njson.loads('{')\n```\n", tmp_path
    )
    deep, shallow = (finding.detail for finding in ran.findings)
    assert deep[0] == "page.md:3 in <module>"
    assert "in compile" in deep[2]
    assert deep[4].startswith("… ")
    assert deep[4].endswith(" more in libraries")
    assert "in _parse" in deep[5]
    assert not any("more in libraries" in line for line in shallow)


@pytest.mark.parametrize(
    ("shown", "codes"),
    [
        ("ValueError: no", []),
        ("1\nValueError: no", []),
        ("ValueError: yes", ["FP203"]),
        ("KeyError: no", ["FP201"]),
        ("", ["FP201"]),
    ],
)
def test_an_error_at_the_prompt_may_be_shown_without_its_traceback(
    tmp_path: Path, shown: str, codes: list[str]
) -> None:
    page_ = f"```pycon\n>>> raise ValueError('no')\n{shown}\n>>> 1 + 1\n2\n```\n"
    assert run_page(page_, tmp_path).codes == codes


def test_an_error_of_another_type_is_advised_on_and_shows_no_empty_difference(tmp_path: Path) -> None:
    error = '<!-- fencepost: error type=TypeError\nint("x")\n-->\n```text\n{}\n```\n'
    ran = run_page("```python\n```\n" + error.format("invalid literal for int() with base 10: 'x'"), tmp_path)
    (finding,) = ran.findings
    assert finding.message == "the error that was raised is a ValueError, not a TypeError"
    assert finding.help == "Correct `type=TypeError` in the directive, or the code that raises."
    assert finding.detail == ()
    assert run_page(error.format("another text"), tmp_path).findings[0].detail != ()


def test_hidden_code_that_raises_is_not_said_to_be_an_example(tmp_path: Path) -> None:
    ran = run_page("```python\nx = 1\n```\n\n<!-- fencepost: assert\nassert x == 2\n-->\n", tmp_path)
    assert [finding.help for finding in ran.findings] == ["Mend the hidden code, or the fence that it belongs to."]


ASKING = "import contextlib, urllib.request\n{0}with contextlib.suppress(OSError):\n{0}    urllib.request.urlopen('http://example.com')\n"
IN_TABS = (
    '=== "A"\n\n    ```python\n    '
    + ASKING.format("    ")
    + '    ```\n\n=== "B"\n\n    ```python\n    print(1)\n    #> 2\n    ```\n'
)


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_what_a_tab_prints_is_not_doubted_for_the_request_of_another(order: tuple[int, ...], tmp_path: Path) -> None:
    with running(IN_TABS, tmp_path) as run:
        verdicts = {number: run.fence(f"page.md::top[{number}]") for number in order}
    (found,) = verdicts[2].findings
    assert found.code == "FP202"
    assert found.edits


def test_what_a_page_goes_on_to_print_is_doubted_for_the_request_of_the_page_before(tmp_path: Path) -> None:
    models = Models()
    text = "```python\nprint(1)\n#> 2\n```\n"
    base = PageRun(plan_of(f"```python\n{ASKING.format('')}```\n"), tmp_path, models)
    run = PageRun(plan_of(text, "next.md"), tmp_path, models, base=base)
    (found,) = run.fence("next.md::top[1]").findings
    run.close()
    base.close()
    models.close()
    assert (found.code, found.edits) == ("FP202", ())
    assert found.help.startswith("A request was refused")


def test_a_request_from_a_function_names_the_fence_that_was_running(tmp_path: Path) -> None:
    ran = run_page(
        "```python\nimport httpx\n\n\ndef ask(body):\n    httpx.post('https://api.openai.com/v1/chat/completions', json=body)\n"
        "```\n\n```python\nask({'model': ''})\n```\n\n```python\nhttpx.post('https://api.openai.com/v1/chat/completions', json={})\n```\n",
        tmp_path,
    )
    found = {(one.code, one.place.line): [place.line for place in one.related] for one in ran.findings}
    assert found[("FP204", 6)] == [9]
    assert found[("FP204", 14)] == []


UNPARSED = '  File "<stdin>", line 1\n    1 +\n       ^\nSyntaxError: invalid syntax\n'


@pytest.mark.parametrize(
    "text",
    [
        '<!-- fencepost: run raises="SyntaxError: invalid syntax" -->\n```python\n1 +\n```\n',
        "```python\n1 +\n```\n\n<!-- fencepost: error -->\n```text\nSyntaxError: invalid syntax\n```\n",
        "```python\n1 +\n```\n\n<!-- fencepost: error -->\n```text\ninvalid syntax\n```\n",
        f"```python\n1 +\n```\n\n<!-- fencepost: error -->\n```text\n{UNPARSED}```\n",
        f"```pycon\n>>> 1 +\n{UNPARSED}>>> 2\n2\n```\n",
        "```python\neval('1 +')\n```\n\n<!-- fencepost: error -->\n```text\ninvalid syntax (<string>, line 1)\n```\n",
    ],
)
def test_code_that_is_meant_not_to_parse_shows_what_python_shows(text: str, tmp_path: Path) -> None:
    assert run_page(text, tmp_path).findings == []


def test_another_error_of_the_parser_is_told_and_mended_without_a_place(tmp_path: Path) -> None:
    text = "```python\n1 +\n```\n\n<!-- fencepost: error -->\n```text\nSyntaxError: bad syntax\n```\n"
    (finding,) = run_page(text, tmp_path).findings
    assert [edit.replacement for edit in finding.edits] == ["SyntaxError: invalid syntax\n"]
    (finding,) = run_page(f"```pycon\n>>> 2\n{UNPARSED}```\n", tmp_path).findings
    assert finding.message == "the page shows SyntaxError: invalid syntax, and the statement raised nothing"
