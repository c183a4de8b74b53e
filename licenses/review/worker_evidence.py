"""What the workers' lines offer as evidence beside their wages: sample studies of hourly work, counseling of young workers."""

from __future__ import annotations

from licenses.tally import NAMED, NO, NOT_REQUIRED, NOT_STATED, YES, Tally
from wagecase.web.formatting import counted

COUNSELING_ASKS = "Is counseling documented for each worker who is 24 or younger?"
COUNSELING_CITE = "29 U.S.C. 794g (a) (2) (federal law, evidence only)"
Said = tuple[str, bool | None]


def study_lines(workers: Tally) -> list[Said]:
    """Return how many hourly workers have a sample study, and whose comes to another percent; nothing without any."""
    if not workers.sampled:
        return []
    agrees = workers.agreeing
    return [
        (f"Sample study stated for {counted(workers.sampled)} of {counted(workers.hourly)} hourly workers; "
         f"{counted(agrees)} agree{'s' if agrees == 1 else ''} with the line.", agrees == workers.sampled),
        *((f"{who}: the study comes to {study} percent, the line states {stated}.", False)
          for who, study, stated in workers.differing),
    ]  # fmt: skip


def counseling_lines(workers: Tally, *, verified: str) -> list[Said]:
    """Return what is stated of counseling: for everybody by the section, and for each young worker by its line."""
    stated = {"yes": ("Verified for every worker, as stated.", True), "no": ("Not verified for every worker.", False)}
    lines: list[Said] = [stated.get(verified, ("Whether it was verified for every worker is not stated.", None))]
    if not workers.young:
        return [*lines, ("No worker is 24 or younger.", None)]
    documented, exempt = workers.counseling(YES)[0], workers.counseling(NOT_REQUIRED)[0]
    lines.append(
        (f"Documented for {counted(documented)} of {counted(workers.young)} workers who are 24 or younger.",
         documented + exempt == workers.young)
    )  # fmt: skip
    for words, answer in (("Not required", NOT_REQUIRED), ("Not documented", NO), ("Not stated", NOT_STATED)):
        count, named = workers.counseling(answer)
        if count:
            more = f" and {counted(count - NAMED)} more" if count > NAMED else ""
            lines.append((f"{words}: {', '.join(named)}{more}.", None if answer == NOT_REQUIRED else False))
    return lines
