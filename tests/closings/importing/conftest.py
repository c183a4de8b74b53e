"""A store of notices that only counts: the import is tested without a notice."""

import pytest

from closings.importing import ports
from wagecase.cases.models import Case


class Shelf:
    """Keeps what it was given, by case; `hook` may refuse an event."""

    def __init__(self):
        self.stored: dict[int, list] = {}
        self.removed: list[str] = []
        self.hook = lambda rows: None

    def store_chain(self, rows, *, case, actor, at):
        self.hook(rows)
        if case is None:
            number = f"BC-2020-{Case.objects.count() + 1:06d}"
            day = rows[0].row.received.first
            case = Case.objects.create(
                number=number, kind="closing", state="historic", title=rows[0].row.employer, received_on=day, opened_at=at,
                channel="import", is_open=False,
            )  # fmt: skip
        else:
            case.version += 1
            case.save()
        self.stored.setdefault(case.pk, []).extend(rows)
        return case

    def remove_case(self, case, *, reason, actor, at):
        self.removed.append(reason)
        self.stored.pop(case.pk, None)
        case.version, case.state = case.version + 1, "removed"
        case.save()
        return case

    def take_back(self, case, rows, *, reason, actor, at):
        self.removed.append(reason)
        del self.stored[case.pk][-rows:]
        case.version += 1
        case.save()
        return case

    def is_removed(self, case):
        return case.state == "removed"

    def names(self):
        """Return the numbers of the rows of each case."""
        return sorted([entry.row.line.number for entry in rows] for rows in self.stored.values())


@pytest.fixture
def shelf(media):
    shelf = Shelf()
    before = ports.fill(ports.Port(shelf.store_chain, shelf.remove_case, shelf.take_back, shelf.is_removed))
    yield shelf
    ports.fill(before)
