"""Moments, days, minutes and zones: checked, and filled in where the host leaves them out."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, tzinfo

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TIME = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]")


def is_date(text: str) -> bool:
    """Whether `text` names a real day as `YYYY-MM-DD`."""
    if not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def checked_date(value: str) -> str:
    """`value`, if it is a real `YYYY-MM-DD`; else `ValueError`."""
    if not isinstance(value, str) or not is_date(value):
        raise ValueError(f"date must be a real day as YYYY-MM-DD, got {value!r}")
    return value


def checked_time(value: str) -> str:
    """`value`, if it is `HH:MM` in ASCII digits; else `ValueError`."""
    if not isinstance(value, str) or not _TIME.fullmatch(value):
        raise ValueError(f"time must be HH:MM from 00:00 to 23:59, got {value!r}")
    return value


def checked_zone(value: tzinfo | str | None) -> tzinfo | None:
    """The zone itself, found by its IANA name if need be; `None` stays, and means the system's."""
    if value is None or isinstance(value, tzinfo):
        return value
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError  # who names no zone does without

    try:
        return ZoneInfo(value)
    except (ZoneInfoNotFoundError, OSError, ValueError, TypeError):
        raise ValueError(f"tz must be a tzinfo or the IANA name of a known zone, got {value!r}") from None


def checked_moment(value: str | None) -> datetime:
    """The moment in UTC to the second: of an ISO 8601 text, where naive means UTC, or now."""
    if value is None:
        return datetime.now(UTC).replace(microsecond=0)
    try:
        moment = datetime.fromisoformat(value)
        aware = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
        return aware.astimezone(UTC).replace(microsecond=0)
    except (ValueError, OverflowError, TypeError):
        raise ValueError(f"ts must be ISO 8601 text, like 2026-07-30T21:15:00+08:00, got {value!r}") from None


def local(moment: datetime, zone: tzinfo | None) -> datetime:
    """The moment on the clocks of `zone`; of the system's zone if that is `None`."""
    try:
        return moment.astimezone(zone)
    except (OverflowError, OSError, ValueError):
        raise ValueError(f"ts {moment.isoformat()} cannot be expressed in the time zone") from None
