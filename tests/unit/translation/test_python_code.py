"""What a translation may change in Python, and what it may not."""

from __future__ import annotations

import pytest

from fencepost.checks.translation.alike import Alike
from fencepost.checks.translation.fields import lost_fields
from fencepost.checks.translation.options import TranslationOptions
from fencepost.model import Finding

SAME = {
    "comments": ("x = 1  # one", "x = 1  # 一"),
    "blank lines and formatting": ("f(a,\n  b)", "f(a, b)\n\n"),
    "docstrings": ('def f():\n    """Say."""\n    return 1', 'def f():\n    """说。"""\n    return 1'),
    "a translated text": ("print('Hello')", "print('你好')"),
    "joined texts": ("say('a' 'b ' + 'c')", "say('你好')"),
    "fields in another order": ("f'{a} of {b}'", "f'{b} 里的 {a}'"),
    "a text inside a field": ("f'{n or \"none\"} x'", "f'{n or \"无\"} x'"),
    "a placeholder": ("run(YOUR_KEY)", "run(你的密钥)"),
    "a placeholder's attribute": ("settings.YOUR_KEY", "settings.密钥"),
    "the name of a language": ("load('en', 'english')", "load('zh-CN', 'chinese')"),
    "a name of each language's own": ("say('en-US-Aria')", "say('zh-CN-Xiaoxiao')"),
    "a file's language": ("open('docs/en/a.md')", "open('docs/zh/a.md')"),
    "a constant's language": ("ask(PROMPT)", "ask(PROMPT_ZH)"),
    "the order of imports": ("import a\nfrom b import c, d", "from b import d, c\nimport a"),
    "the order of keywords": ("f(a=1, b=2)", "f(b=2, a=1)"),
    "the order of keys": ("{'a': 1, 'b': 2}", "{'b': 2, 'a': 1}"),
    "a shell line of a notebook": ("!pip install x\nx = 1", "!pip install x\nx = 1  # 一"),
    "prompts": (">>> x = 1\n>>> x\n1", ">>> x = 1  # 一\n>>> x\n1"),
    "an f prefix without a field": ("print(f'Hello')", "print('你好')"),
    "top-level await": ("await f('Hello')", "await f('你好')"),
    "an odd escape": ("re.match('\\d')  # a", "re.match('\\d')  # 一"),
}


@pytest.mark.parametrize("pair", SAME.values(), ids=SAME)
def test_a_translation_may_change(code, pair: tuple[str, str]) -> None:
    assert code(*pair) == []
    assert code(*reversed(pair)) == []


DIFFERENT = {
    "a statement is lost": ("a()\nb()\nc()", "a()\nc()", 3, 3),
    "the last statement is lost": ("a()\nb()", "a()", 3, 3),
    "the last statement of a block is lost": (
        "for x in y:\n    a(x)\n    b(x)\nc()",
        "for x in y:\n    a(x)\nc()",
        4,
        4,
    ),
    "a block is lost": ("if a:\n    b()\nelse:\n    c()\nd()", "if a:\n    b()\nd()", 5, 4),
    "a statement moves out of its block": ("for x in y:\n    a(x)\n    b(x)", "for x in y:\n    a(x)\nb(x)", 4, 4),
    "a name": ("x = 1\nuse(x)", "x = 1\nuse(y)", 3, 3),
    "a number": ("f(\n    1,\n    2,\n)", "f(\n    1,\n    3,\n)", 4, 4),
    "an English text": ("load('parcel')", "load('package')", 2, 2),
    "a name of one language": ("say('en-US-Aria')", "say('en-US-Guy')", 2, 2),
    "an argument": ("f(a, b)", "f(a)", 2, 2),
    "a keyword": ("f(\n    a=1,\n    b=2,\n    c=3,\n)", "f(\n    a=1,\n    c=3,\n)", 4, 4),
    "the last keyword": ("f(\n    a=1,\n    b=2,\n)", "f(\n    a=1,\n)", 4, 4),
    "a keyword's name": ("f(size=1)", "f(width=1)", 2, 2),
    "a key": ("{\n 'a': 1,\n 'b': 2,\n}", "{\n 'a': 1,\n}", 4, 4),
    "an element": ("[a, b, c]", "[a, c]", 2, 2),
    "an import": ("import a\nimport b\nf()", "import a\nf()", 3, 3),
    "a name of an import": ("from a import b, c", "from a import b", 2, 2),
    "the module of an import": ("import a\nfrom b import x", "import a\nfrom c import x", 3, 3),
    "an import's other name": ("import a as b", "import a as c", 2, 2),
    "a field": ("f'{a}: x'", "f'{b}: x'", 2, 2),
    "a field of a translated text": ("f'Hello {a}'", "f'你好 {b}'", 2, 2),
    "a format": ("f'{a:.2f}'", "f'{a:.1f}'", 2, 2),
    "the prefix of a formatted text": ("say(f'Hello {a}')", "say('你好 {a}')", 2, 2),
    "a call": ("run(main())", "run(main)", 2, 2),
    "a decorator": ("@a\ndef f(): ...", "def f(): ...", 2, 2),
    "a default": ("def f(a=1): ...", "def f(a=2): ...", 2, 2),
    "a base class": ("class A(B):\n    x = 1", "class A(C):\n    x = 1", 2, 2),
    "async": ("async def f(): ...", "def f(): ...", 2, 2),
    "a handler": (
        "try:\n    a()\nexcept E:\n    b()\nexcept F:\n    c()",
        "try:\n    a()\nexcept E:\n    b()",
        6,
        6,
    ),
    "a case": ("match a:\n    case 1:\n        b()", "match a:\n    case 2:\n        b()", 3, 3),
    "true as JSON has it": ("{'a': True}", "{'a': true}", 2, 2),
    "an operator": ("a + b", "a - b", 2, 2),
    "a global": ("def f():\n    global a", "def f():\n    global b", 3, 3),
}


def places(finding: Finding) -> tuple[int, int]:
    (related,) = finding.related
    return related.line, finding.place.line


@pytest.mark.parametrize("case", DIFFERENT.values(), ids=DIFFERENT)
def test_a_translation_may_not_change(code, case: tuple[str, str, int, int]) -> None:
    one, other, line, twin_line = case
    (finding,) = code(one, other)
    assert finding.code == "FP405"
    assert places(finding) == (line, twin_line)
    (back,) = code(other, one)
    assert places(back) == (twin_line, line)


@pytest.mark.parametrize(
    ("tag", "one", "other"),
    [
        ("python", "print('Rain: ', x)", "print('Rain:', x)"),
        ("python", "print('it’s', x)", 'print("it\'s", x)'),
        ("python", "print(f'{x}: ')", "print(f'{x}：')"),
        ("json", '{"a": "b "}', '{"a": "b"}'),
        ("bash", "run 'a  b'", "run 'a b'"),
        ("js", "run('a ')", "run('a')"),
    ],
)
def test_blanks_and_typography_of_a_text_are_a_warning(code, tag: str, one: str, other: str) -> None:
    (finding,) = code(one, other, tag=tag)
    assert (finding.code, finding.severity) == ("FP405", "warning")
    assert "only blanks or typography differ" in finding.message


def test_a_difference_of_the_code_goes_before_one_of_blanks(code) -> None:
    (finding,) = code("print('Rain: ', x)\nf(1)", "print('Rain:', x)\nf(2)")
    assert (finding.place.line, finding.severity) == (3, None)


def test_the_message_shows_both_sides_and_how_much_more_differs(code) -> None:
    (finding,) = code("a = x\nb = x\nc = x", "a = y\nb = y\nc = y")
    assert finding.message == "the code differs: `y` here, `x` at docs/en/a.md:2; 2 more lines differ"
    assert finding.detail == ("docs/en/a.md:2:1: a = x", "docs/zh/a.md:2:1: a = y")


@pytest.mark.parametrize(
    ("one", "other", "lost"),
    [
        ("say('Hello {name}')", "say('你好')", "the field `{name}` is missing"),
        ("say('%s of %d', a, b)", "say('%s 的 %s', a, b)", "the field `%s` stands in the place of `%d`"),
        ("say('See https://a.org/x')", "say('见 https://b.org/x')", "the URL `https://b.org/x` stands in the place"),
        ("say('5 million')", "say('50 万')", "the number `500000` stands in the place of `5000000`"),
        ("say('in 30 days')", "say('20 天内')", "the number `20` stands in the place of `30`"),
        ("f'{a} and {b}'", "f'{a} 和'", "`{a}`, `{b}` became `{a}`"),
    ],
)
def test_what_a_translated_text_has_to_keep(code, one: str, other: str, lost: str) -> None:
    (finding,) = code(one, other)
    assert finding.code == "FP406"
    assert lost in finding.message


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("say('Step one')", "say('第 1 步')"),
        ("say('three cats')", "say('三只猫')"),
        ("say('on July 30, 2026')", "say('2026 年 7 月 30 日')"),
        ("say('more than 5 million cats')", "say('超过 500 万只猫')"),
        ("say('1.5 billion')", "say('15亿')"),
        ("say('20 thousand')", "say('2万')"),
        ("say('1,000,000 cats')", "say('100 万只猫')"),
        ("say('Qwen3 is here')", "say('模型来了')"),
        ("say('100%% sure')", "say('100%% 确定')"),
        ("say('{{a}} b')", "say('{{甲}} 乙')"),
        ("say('https://en.wikipedia.org/wiki/Snow')", "say('https://zh.wikipedia.org/wiki/雪')"),
    ],
)
def test_numbers_in_words_names_and_escapes_are_no_loss(code, one: str, other: str) -> None:
    assert code(one, other) == []


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("ru", "the next 2 are", "эта и две следующих"),
        ("es", "the next three are", "las próximas 3"),
        ("fa", "level 12", "سطح ۱۲"),
        ("hi", "step 2", "चरण २"),
        ("ja", "more than 5 million", "日本には500万台以上"),
    ],
)
def test_numbers_as_other_languages_write_them(language: str, one: str, other: str) -> None:
    alike = Alike("en", language, TranslationOptions())
    assert lost_fields(one, other, alike) == lost_fields(other, one, alike) == ""
    assert lost_fields(f"{one} 47", other, alike) == "the number `47` is missing"


@pytest.mark.parametrize("broken", ["f(a b)", "print(“a”)", "def f(:", "    x\n  y"])
def test_one_side_that_does_not_parse_is_named(code, broken: str) -> None:
    for one, other, path in (("f(a, b)", broken, "docs/zh/a.md"), (broken, "f(a, b)", "docs/en/a.md")):
        (finding,) = code(one, other)
        assert (finding.code, finding.place.path, finding.place.line) == ("FP404", path, 1)


def test_pseudo_code_on_both_sides_is_compared_by_tokens(code) -> None:
    assert code("f(a, ...) -> list  # gives a list", "f(a, ...) -> list  # 给出列表") == []
    (finding,) = code("f(a, ...) -> list", "f(a, ...) -> dict")
    assert finding.code == "FP405"
    assert code('def f(a b):\n    """Say it."""', 'def f(a b):\n    """Tell it."""') == []
