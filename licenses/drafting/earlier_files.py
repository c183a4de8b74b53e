"""Offers a renewal the files of the application from which its answers were filled in: each is kept or left out by a person."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime

from licenses.drafting import typed
from licenses.drafting.sections import MOST_FILES
from licenses.models import License
from licenses.renewal_drafts import filed_files, last_filed
from wagecase.accounts.models import Membership
from wagecase.cases import drafts, files
from wagecase.cases.models import Attachment, Draft
from wagecase.errors import StoredFileDamaged

SECTION = "files"
EMPLOYERS = "employer"


@dataclass
class Kept:
    """What became of the files that were ticked: how many are with the application, and the names of those that are not."""

    count: int = 0
    too_many: list[str] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)


def offered(draft: Draft) -> list[Attachment]:
    """Return the files that were filed with the earlier application and that this one does not have, oldest first."""
    license = License.objects.filter(case=draft.about_id).first() if draft.about_id else None
    if license is None:
        return []
    there = set(draft.attachments.values_list("name", "sha256", "purpose"))
    filed = filed_files(last_filed(license))
    return [one for one in filed if (one.name, one.sha256, one.purpose) not in there]


def undecided(draft: Draft) -> bool:
    """Return whether nobody has said yet which of the earlier files are to be filed again."""
    kept = draft.sections.filter(name=SECTION).first()
    return kept is not None and bool(kept.answers.get(typed.CONFIRM))


def keep(draft: Draft, *, ticked: Collection[int], by: Membership, at: datetime) -> Kept:
    """Take copies of the ticked files into the draft and note that a person decided; the others stay offered.

    AlreadyDone, with the case number, when the draft was filed.
    """
    found = Kept()
    for one in offered(draft):
        if one.pk not in ticked:
            continue
        try:
            data = files.read(one).read()
        except StoredFileDamaged:
            found.damaged.append(one.name)
            continue
        taken = files.Taken(one.name, one.content_type, data)
        left = drafts.add_files(draft, taken=[taken], source=EMPLOYERS, at=at, purpose=one.purpose, most=MOST_FILES)
        found.too_many += left
        found.count += not left
    drafts.save_section(draft, SECTION, values={}, at=at, by=by.user)
    return found
