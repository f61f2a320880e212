from __future__ import annotations

import pytest

from fencepost.published import without_directives


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a\n\n<!-- fencepost: run -->\n```python\nx\n```\n", "a\n\n```python\nx\n```\n"),
        ("a\r\n<!-- fencepost: setup\r\nx = 1\r\n-->\r\n```python\r\nx\r\n```\r\n", "a\r\n```python\r\nx\r\n```\r\n"),
        (
            "!!! note\n\n    <!-- fencepost: run -->\n    ```python\n    x\n    ```\n",
            "!!! note\n\n    ```python\n    x\n    ```\n",
        ),
        ("> <!-- fencepost: run -->\n> ```python\n> x\n> ```\n", "> \n> ```python\n> x\n> ```\n"),
        ("````md\n<!-- fencepost: run -->\n````\n", "````md\n<!-- fencepost: run -->\n````\n"),
        ("<!-- another comment -->\n", "<!-- another comment -->\n"),
        ("<!-- fencepost: misspelt -->\ntext\n", "text\n"),
        ("no directive\n", "no directive\n"),
    ],
)
def test_only_directives_go(text: str, left: str) -> None:
    assert without_directives(text) == left
