"""The people of two organizations at their doors: what the addresses of their pages name."""

import re
from typing import Any
from uuid import uuid4

from allauth.account.models import EmailAddress

from licenses.models import License
from tests import licenses
from tests.factories import at
from tests.licenses import drafting, granting, proceeding, rosters
from wagecase.accounts import organizations
from wagecase.accounts.models import KeptPost, Membership, Organization, User
from wagecase.cases.models import Case, Draft
from wagecase.notices.models import Notice

BEGAN = "2026-03-02 11:00"
MEMBERS = (
    ("member_owner", "owner"),
    ("member_filer", "filer"),
    ("member_viewer", "viewer"),
    ("spare_member", "viewer"),
)


def open_accounts(password: str) -> dict[str, Any]:
    """Make a facility with its people, a filed application, one in the making and an open invitation; and another one."""
    works, others = licenses.organization(at=at(BEGAN)), licenses.organization("Other Works Example", at=at(BEGAN))
    people = {persona: _member(works, persona, role=role, password=password) for persona, role in MEMBERS}
    alone = _member(others, "other_member", role="owner", password=password)
    owner = people["member_owner"]
    case = licenses.file(owner, at=at("2026-03-02 11:30"))
    draft, sent = drafting.filled(owner, at=at(BEGAN)), drafting.empty(owner, at=at(BEGAN))
    Draft.objects.filter(pk=sent.pk).update(filed_case=case)
    sheet = rosters.csv_file([rosters.line(1), rosters.line(2, rate="free")])
    roster = rosters.checked(owner, draft, sheet, at=at(BEGAN))
    invitation = organizations.invite(
        by=owner, email="invited@example.com", role="viewer", language="en", at=at("2026-03-02 11:40")
    )
    (token,) = re.findall(r"/employer/join/([^/\s]+)/", Notice.objects.get(kind="accounts.invitation").text)
    return {
        "work_case": case.number, "work_doc": case.documents.order_by("pk").first().pk,
        "work_mail": case.notices.order_by("pk").first().pk, "works": works.pk, "spare": people["spare_member"].pk,
        "last_owner": alone.pk,
        "work_draft": draft.pk, "work_sent": sent.pk, "work_file": draft.attachments.get().pk,
        "roster": roster.pk,
        "invitation": invitation.pk, "invite_token": token, "work_kept": _kept(owner).pk,
    }  # fmt: skip


def application() -> Case:
    """Return the filed application of the scene."""
    return Case.objects.filter(kind="application").order_by("pk")[0]


def issue_licenses() -> dict[str, Any]:
    """Issue two licenses to the facility: one in force, and one whose renewal waits for a decision."""
    owner = Membership.objects.select_related("user", "organization").get(user__email="member-owner@example.org")
    held, renewed = (
        granting.grant(licenses.file(owner, at=at("2026-03-02 12:35")), at=at("2026-03-02 12:36")).license
        for _license in range(2)
    )
    return {
        "license": held.case.number, "renewal": granting.renew(renewed, at=at("2026-03-02 12:40")).number,
        "revocation": _noticed(granting.grant(licenses.file(owner, at=at("2026-03-02 12:41")), at=at("2026-03-02 12:42")).license),
    }  # fmt: skip


def _noticed(license: License) -> str:
    """Return the number of a revocation of which the organization was told."""
    case = proceeding.opened(of=license, when="2026-03-02 12:43")
    return proceeding.do(case, "serve_notice", by="lin", when="2026-03-02 12:44").number


def _member(of: Organization, persona: str, *, role: str, password: str) -> Membership:
    key = persona.replace("_", "-")
    user = User.objects.create_user(f"{key}@example.org", password, name=f"{key.capitalize()} Example")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return Membership.objects.create(organization=of, user=user, role=role, began_at=at(BEGAN))


def _kept(membership: Membership) -> KeptPost:
    return KeptPost.objects.create(
        id=uuid4(), user=membership.user, path="/employer/", fields={"pairs": [["text", "Kept words"]], "files": []},
        kept_at=at("2026-03-02 15:00"),
    )  # fmt: skip
