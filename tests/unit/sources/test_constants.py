"""Modules that cannot give a long text to a name are not parsed."""

from __future__ import annotations

import pytest

from fencepost.sources.constants import may_have_texts


@pytest.mark.parametrize(
    "text",
    [
        'PROMPT = """\\\nYou are kind.\n"""\n',
        "PROMPT: str = '''You are kind.'''\n",
        'import os\n\nPROMPT = (\n    "one\\n"\n    "two\\n"\n    "three\\n"\n)\n',
        'PROMPT = "one\\ntwo\\nthree\\nfour"\n',
        'PROMPTS = {\n    "a": "one\\ntwo\\nthree\\n",\n}\n',
        'PROMPT = dedent(\n\n    """\n    You are kind.\n    """\n)\n',
    ],
)
def test_a_module_that_may_is_told(text: str) -> None:
    assert may_have_texts(text)


@pytest.mark.parametrize(
    "text",
    [
        '"""What it is for."""\n\nSIZE = 3\n\n\ndef f():\n    """What it does."""\n    text = """a\nb"""\n',
        'NAMES = (\n    "one",\n    "two",\n    "three",\n)\n\n\nclass A:\n    """What it is."""\n',
        'BLANK = " "\n',
        'ROW = re.compile(\n    r"""\n    one\n    two\n    three\n    """,\n    re.VERBOSE,\n)\n',
        'END = "\\r\\n"\nTWO = "\\n\\n"\n',
        'if x == 1:\n    y = """a"""\n',
    ],
)
def test_a_module_that_cannot_is_told_apart(text: str) -> None:
    assert not may_have_texts(text)
