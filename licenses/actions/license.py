"""What the act page needs of each transition of the kind "license": its form, its service, and who acts."""

from __future__ import annotations

from wagecase.cases.actions import Action

ACTIONS: dict[str, Action] = {}
