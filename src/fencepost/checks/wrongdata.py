"""What is wrong with a piece of data."""

from __future__ import annotations


class WrongDataError(Exception):
    """Data that does not parse."""

    def __init__(self, message: str, line: int, *, final: bool = False) -> None:
        """Say what is wrong in which line of the text, from 1; `final` means that no other form is meant."""
        super().__init__(message)
        self.message = message
        self.line = line
        self.final = final
