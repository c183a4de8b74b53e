"""What the workers' lines offer as evidence beside their wages: sample studies of hourly work, counseling of young workers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from licenses import studies
from licenses.content import HOURLY, WorkerFacts
from licenses.worker_rules import is_young
from wagecase.web.formatting import counted

NAMED = 5  # workers that a line names by their numbers; the workers' page shows all of them
COUNSELING_ASKS = "Is counseling documented for each worker who is 24 or younger?"
COUNSELING_CITE = "29 U.S.C. 794g (a) (2) (federal law, evidence only)"
Said = tuple[str, bool | None]


def study_lines(workers: Sequence[WorkerFacts]) -> list[Said]:
    """Return how many hourly workers have a sample study, and whose comes to another percent; nothing without any."""
    hourly = [worker for worker in workers if worker.pay_basis == HOURLY]
    found = [(worker, study) for worker in hourly if (study := studies.study_of(worker)) is not None]
    if not found:
        return []
    agrees = sum(not studies.differs(study) for _worker, study in found)
    lines: list[Said] = [
        (f"Sample study stated for {counted(len(found))} of {counted(len(hourly))} hourly workers; "
         f"{counted(agrees)} agree{'s' if agrees == 1 else ''} with the line.", agrees == len(found)),
    ]  # fmt: skip
    for worker, study in [one for one in found if studies.differs(one[1])][:NAMED]:
        value = study.value
        text = f"{_who(worker)}: the study comes to {value['productivity']} percent, the line states {value['stated']}."
        lines.append((text, False))
    return lines


def counseling_lines(workers: Sequence[WorkerFacts], *, verified: str, on: date) -> list[Said]:
    """Return what is stated of counseling: for everybody by the section, and for each young worker by its line."""
    stated = {"yes": ("Verified for every worker, as stated.", True), "no": ("Not verified for every worker.", False)}
    lines: list[Said] = [stated.get(verified, ("Whether it was verified for every worker is not stated.", None))]
    young = [worker for worker in workers if is_young(worker, on)]
    if not young:
        return [*lines, ("No worker is 24 or younger.", None)]
    documented = [worker for worker in young if worker.counseled == "yes"]
    exempt = [worker for worker in young if worker.counseled == "not-required"]
    lines.append(
        (f"Documented for {counted(len(documented))} of {counted(len(young))} workers who are 24 or younger.",
         len(documented) + len(exempt) == len(young))
    )  # fmt: skip
    for words, group in (("Not required", exempt), ("Not documented", [w for w in young if w.counseled == "no"]),
                         ("Not stated", [w for w in young if not w.counseled])):  # fmt: skip
        if group:
            more = f" and {counted(len(group) - NAMED)} more" if len(group) > NAMED else ""
            named = ", ".join(_who(worker) for worker in group[:NAMED])
            lines.append((f"{words}: {named}{more}.", None if group is exempt else False))
    return lines


def _who(worker: WorkerFacts) -> str:
    return worker.worker_id or "a worker without an id"
