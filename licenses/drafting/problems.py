"""What an application in the making lacks or should be looked at for, and where it is mended."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Problem:
    """Something about a whole section. `key` is the line where it is mended; warnings never stop a filing."""

    slug: str
    text: str
    key: str = ""
    warns: bool = False
    reason: str = ""  # the question that takes a reason for it
    query: str = ""  # of the address where it is mended
