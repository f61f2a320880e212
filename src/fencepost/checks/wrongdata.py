"""What is wrong with a piece of data."""

from __future__ import annotations

from collections.abc import Callable


class WrongDataError(Exception):
    """Data that does not parse."""

    def __init__(self, message: str, line: int, *, final: bool = False) -> None:
        """Say what is wrong in which line of the text, from 1; `final` means that no other form is meant."""
        super().__init__(message)
        self.message = message
        self.line = line
        self.final = final


def parse_around_dots(text: str, parse: Callable[[str], None], filled: Callable[[str], str]) -> None:
    """Parse a text, or where it does not parse what stands around its dots, which `filled` takes out.

    Raises:
        WrongDataError: neither parses; the reason is that of what stands around the dots.
    """
    try:
        parse(text)
    except WrongDataError:
        whole = filled(text)
        if whole == text:
            raise
        try:
            parse(whole)
        except WrongDataError as wrong:
            raise wrong from None
