"""What a translation may change in data, in shell scripts and in other languages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from fencepost.checks.translation import compare_pages
from fencepost.markdown import parse_page
from fencepost.model import Finding
from fencepost.plan import PagePlan, plan_page

SAME = [
    ("json", '{"a": 1, "b": [true, null]}', '{\n  "b": [true, null],\n  "a": 1\n}'),
    ("json", '{"say": "Hello"}', '{"say": "你好"}'),
    ("json", '{"name": "x"}', '{"名字": "x"}'),
    ("json", '{"a": ... }', '{"a": ... }  // 省略'),
    ("yaml", "a: 'x'  # one\nb: 2", "b: 2\na: x"),
    ("yaml", "a: &x {k: 1}\nb: *x", "a: {k: 1}\nb: {k: 1}"),
    ("yaml", "a: !ENV [X, 1]", "a: !ENV [X, 1]  # 一"),
    ("yaml", "a: yes\n---\nb: 1", "a: true\n---\nb: 1"),
    ("toml", "[a]\nb = 'x'  # one", '[a]\nb = "x"'),
    ("bash", "pip install x  # one", "pip install x -i https://mirror.cn/simple  # 一"),
    ("bash", "pip install x", "pip install --index-url=https://m.cn --trusted-host m.cn x"),
    ("bash", "run \\\n  --a 1 \\\n  --b 2", "run --a 1 --b 2"),
    ("bash", "$ run a\nready", "run a"),
    ("bash", "(venv) $ run a\nready", "(venv) $ run a\n就绪"),
    ("bash", "run 'a b'", 'run "a b"'),
    ("bash", "run <your key>", "run <你的密钥>"),
    ("bash", "run --key YOUR_KEY", "run --key 你的密钥"),
    ("bash", "run --key your-token", "run --key 你的 Token"),
    ("bash", "a/\n├── b.py  (optional, controls it)\n└── c  # one", "a/\n├── b.py  (可选，控制它)\n└── c  # 一"),
    ("bash", 'say "Hello you"', 'say "你好"'),
    ("bash", "cd docs/en", "cd docs/zh"),
    ("bash", "echo Hello there > a", "echo 你好 > a"),
    ("bash", "cat > a <<EOF\n# it's one\nx: Hello\nEOF\nrun", "cat > a <<EOF\nx: 你好\nEOF\nrun"),
    ("js", r"say('\nAfter 105 is gone\nKey')", r"say('\n105 消失后\nKey')"),
    ("js", "say('Hello', a,) // one", "say('你好', a) /* 一 */"),
    ("go", 'x := "a" + "b" // one', 'x := "ab"'),
    ("html", "<p class='a'>Hello <b>you</b></p>", "<p class='a'>你好<b>你</b></p>"),
    ("jsx", '<Card title="Title">Card content {n} more</Card>', '<Card title="标题">卡片内容 {n} 更多</Card>'),
    ("tsx", "if (a > 1) { return <p>Hello there</p>; }", "if (a > 1) { return <p>你好</p>; }"),
    ("sql", "select a -- one\nfrom b", "select a -- 一\nfrom b"),
    ("rust", "fn f<'a>(x: &'a str) {} // one", "fn f<'a>(x: &'a str) {}"),
    ("nonsense", "key = value  # one", "key = value  # 一"),
    ("text", "anything", "随便"),
    ("mermaid", "graph LR\n a[Start] --> b", "graph LR\n a[开始] --> b --> c"),
]


@pytest.mark.parametrize(("tag", "one", "other"), SAME)
def test_a_translation_may_change(code, tag: str, one: str, other: str) -> None:
    assert code(one, other, tag=tag) == []
    assert code(other, one, tag=tag) == []


DIFFERENT = [
    ("json", '{\n "a": 1,\n "b": 2\n}', '{\n "a": 1,\n "b": 3\n}', 4, 4),
    ("json", '{\n "a": 1,\n "b": 2\n}', '{\n "a": 1\n}', 4, 4),
    ("json", '{\n "a": {"x": 1},\n "b": 2\n}', '{\n "b": 2\n}', 3, 3),
    ("json", '["a", "b"]', '["a", "b", "c"]', 2, 2),
    ("json", "1", "true", 2, 2),
    ("yaml", "a: 1\nb:\n  c: 2\n  d: 3", "a: 1\nb:\n  d: 3", 4, 4),
    ("yaml", "a:\n - x\n - y\n - z", "a:\n - x\n - z", 4, 4),
    ("yaml", "port: 80", 'port: "80"', 2, 2),
    ("yaml", "a: x", "a：x", 2, 2),
    ("toml", "[a]\nb = 1\nc = 2", "[a]\nb = 1\nc = 3", 4, 4),
    ("toml", "[[a]]\nb = 1\n[[a]]\nb = 2", "[[a]]\nb = 1\n[[a]]\nb = 3", 5, 5),
    ("bash", "one\ntwo\nthree", "one\nthree", 3, 3),
    ("bash", "one\ntwo", "one", 3, 3),
    ("bash", "run \\\n --a 1 \\\n --b 2", "run \\\n --a 1 \\\n --b 3", 4, 4),
    ("bash", "a/\n├── b.py\n└── c", "a/\n├── b.py\n└── d", 4, 4),
    ("bash", "run your-key", "run 你的 --fast", 2, 2),
    ("bash", "run --mode fast", "run --mode slow", 2, 2),
    ("bash", "cat <<EOF\na: 1\nEOF", "cat <<EOF\na: 2\nEOF", 3, 3),
    ("bash", "run a > b", "run a >> b", 2, 2),
    ("bash", "echo Hello there > a", "echo 你好 > b", 2, 2),
    ("js", "a();\nb(1);", "a();\nb(2);", 3, 3),
    ("js", "a();\nb();", "a();", 3, 3),
    ("jsx", "f((x) => x.a);\ng(<p>Hi you</p>);", "f((x) => x.b);\ng(<p>你好</p>);", 2, 2),
    ("ts", "if (a > b) {\n  say('Hi');\n}", "if (a > c) {\n  say('你好');\n}", 2, 2),
    ("go", 'import (\n"a"\n"b"\n)', 'import (\n"b"\n)', 3, 3),
    ("html", "<p id='a'>x</p>", "<p id='b'>x</p>", 2, 2),
    ("python", "", "x = 1", 3, 2),
]


@pytest.mark.parametrize(("tag", "one", "other", "line", "twin_line"), DIFFERENT)
def test_a_translation_may_not_change(code, tag: str, one: str, other: str, line: int, twin_line: int) -> None:
    (finding,) = code(one, other, tag=tag)
    assert finding.code == "FP405"
    assert (finding.related[0].line, finding.place.line) == (line, twin_line)


@pytest.mark.parametrize(
    ("tag", "right", "wrong"),
    [("json", '{"a": 1}', '{"a": 1,}'), ("yaml", "a: [1]", "a: [1"), ("toml", "a = 1", "a = ")],
)
def test_one_side_that_does_not_parse_is_named(code, tag: str, right: str, wrong: str) -> None:
    (finding,) = code(right, wrong, tag=tag)
    assert (finding.code, finding.place.path) == ("FP404", "docs/zh/a.md")
    (finding,) = code(wrong, right, tag=tag)
    assert (finding.code, finding.place.path) == ("FP404", "docs/en/a.md")


def test_words_without_quotes_in_the_place_of_a_comment_lost_their_mark(code) -> None:
    (finding,) = code("export A=1  # warmer in winter", "export A=1  冬天可以更高 一些", tag="bash")
    assert finding.code == "FP405"
    assert "the `#` was lost" in finding.message
    (finding,) = code("export A=1", "export A=1  冬天", tag="bash")
    assert "the `#` was lost" not in finding.message


def test_words_in_the_place_of_a_comment_are_found_in_other_languages(code) -> None:
    (finding,) = code("x = 1 // one more", "x = 1 再来一个", tag="js")
    assert finding.code == "FP405"


def test_fields_of_a_translated_value_are_kept(code) -> None:
    (finding,) = code('{"say": "Hello {name}"}', '{"say": "你好"}', tag="json")
    assert (finding.code, finding.place.line) == ("FP406", 2)
    (finding,) = code("say(`Hello ${name}`)", "say(`你好`)", tag="js")
    assert finding.code == "FP406"


def test_a_value_that_holds_itself_and_one_that_repeats_do_not_hang(code) -> None:
    assert code("a: &a [*a]", "a: &a [*a]  # 一", tag="yaml") == []
    bomb = "a0: &a0 [x, x]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]\n" for i in range(1, 40))
    assert code(bomb, f"{bomb}# 一", tag="yaml") == []


@pytest.mark.parametrize("tag", ["python", "json", "yaml", "toml"])
@pytest.mark.parametrize("depth", [80, 300, 1000])
def test_deep_nesting_does_not_break_the_check(code, tag: str, depth: int) -> None:
    deep = "[" * depth + "1" + "]" * depth
    named = f"a = {deep}" if tag == "toml" else deep
    assert code(named, f"{named} ", tag=tag) == []


def test_a_long_sum_does_not_break_the_check(code) -> None:
    long = " + ".join(["a"] * 600)
    assert code(long, f"{long}  # 一") == []
    assert [finding.code for finding in code(long, f"{long} + b")] == ["FP405"]


def test_each_document_of_a_stream_keeps_its_own_values(code: Callable[..., list[Finding]]) -> None:
    documents = [f"kind: K{number}\nspec:\n  name: n{number}\n  ports: [{number}, 80]\n" for number in range(200)]
    stream = "---\n".join(documents)
    assert code(stream, f"# 译\n{stream}", tag="yaml") == []
    (finding,) = code(stream, stream.replace("name: n150\n", "name: n15\n"), tag="yaml")
    assert finding.message.startswith('the code differs: `"n15"` here, `"n150"`')


def directive(tag: str, body: str, language: str) -> PagePlan:
    """A page with a directive of MyST, as Sphinx reads it."""
    page = parse_page(f"```{tag}\n{body}\n```\n", f"{language}.md", dialect="gfm")
    return plan_page(replace(page, language=language))


@pytest.mark.parametrize("tag", ["{note}", "{mermaid}"])
def test_the_text_of_a_directive_of_myst_is_translated_as_a_whole(tag: str) -> None:
    one, other = directive(tag, "Mind the step: two of them.", "en"), directive(tag, "当心台阶。", "zh")
    assert compare_pages(one, other) == []


def test_code_in_a_directive_of_myst_is_compared() -> None:
    one, other = (directive("{code-block} python", f"load({n})", lang) for n, lang in ((1, "en"), (2, "zh")))
    assert [item.code for item in compare_pages(one, other)] == ["FP405"]


def test_json_among_commands_has_no_fields(code: Callable[..., list[Finding]]) -> None:
    assert code('{"status":"done","text":"This"}', '{"status":"done","text":"这张"}', tag="bash") == []
