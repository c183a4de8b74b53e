"""A renewal is filed on the last days of a license, keeps it in force past its end, and is then granted."""

from datetime import date

import pytest
from allauth.account.models import EmailAddress

from licenses.drafting import mapping
from licenses.filing import file_application
from licenses.models import License
from tests.factories import at
from tests.journeys.visitor import PASSWORD, Pdf
from tests.licenses import review
from tests.licenses.granting import licensed
from wagecase.cases.models import Case, Draft

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.browser,
    pytest.mark.usefixtures("staff", "specialist"),
]
ISSUED, NUMBER = at("2025-03-15 09:00"), "SL-2025-000001"
OWNER = "olive.owner@works.example.com"


@pytest.fixture
def license(site, run_due):
    """A license through March 14, 2026, whose owner has a password."""
    site.set("2025-03-15 09:00")
    made = licensed(at=ISSUED)
    user = made.organization.memberships.get().user
    user.set_password(PASSWORD)
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    run_due()
    return made


def test_a_license_continues_until_its_renewal_is_decided(site, visitor, run_due, license):
    site.set("2026-02-12 10:00")
    run_due()
    owner = visitor(width=320)
    reminded(owner)
    draft = started(owner)

    site.set("2026-03-14 23:50")
    filed(draft, license)
    run_due()

    site.set("2026-04-20 10:00")
    checked(visitor(), license, "is in force on April 20, 2026: continued by pending renewal.")
    listed(visitor())
    continued(visitor(), license)

    site.set("2026-05-20 10:00")
    granted(visitor(), run_due)
    checked(visitor(), license, "is in force on May 20, 2026.", "May 20, 2026 to May 19, 2027")
    checked(visitor(), license, "is in force on May 19, 2026: continued by pending renewal.", on=date(2026, 5, 19))


def sign_in(person):
    if "/accounts/login/" in person.page.url:
        person.fill({"login": OWNER, "password": PASSWORD})
        person.press("Sign in")


def reminded(owner):
    """The mail leads to the page of the license, behind the sign-in, and names nobody's wage."""
    said = owner.follow_mail(OWNER, f"License {NUMBER}: renew by March 14, 2026", "Start the renewal")
    assert "File the renewal on or before that day" in said
    sign_in(owner)
    assert "Renew by Saturday, March 14, 2026" in owner.words()


def started(owner):
    """The renewal is filled in with what was filed last."""
    owner.press("Start the renewal", "link")
    owner.press("Start the renewal")
    draft = Draft.objects.get(about__number=NUMBER)
    assert owner.page.url.endswith(f"/licenses/apply/{draft.pk}/")
    return draft


def filed(draft, license):
    """Ten minutes before midnight of the last day: signed and submitted (the pages of that have a journey of their own)."""
    content, workers = mapping.content_of(draft)
    membership = license.organization.memberships.select_related("user", "organization").get()
    file_application(
        membership=membership, content=content, workers=workers, at=at("2026-03-14 23:50"),
        renews=License.objects.select_related("case").get(pk=license.pk), draft=draft,
    )  # fmt: skip


def checked(anybody, license, sentence, also="", *, on=None):
    """Anybody with the certificate asks the check page for a day."""
    anybody.open(f"/licenses/check/?number={NUMBER}&code={license.check_code}")
    if on is not None:
        anybody.fill({"on_0": str(on.month), "on_1": str(on.day), "on_2": str(on.year)})
    anybody.press("Check this license")
    assert f"License {NUMBER} {sentence}" in anybody.words()
    assert also in anybody.words()


def listed(anybody):
    anybody.open("/licenses/list/")
    assert "Continued by pending renewal" in anybody.words()


def continued(owner, license):
    """The owner downloads the paper to hang beside the certificate."""
    owner.open(f"/licenses/status/{NUMBER}/")
    sign_in(owner)
    assert "The license stays in force until then." in owner.words()
    paper = Pdf(owner.fetch(owner.href("Download the paper that the license continues (PDF")))
    for words in ("License continued by pending renewal", "filed on March 14, 2026", "As of March 14, 2026"):
        assert words in paper.words


def granted(supervisor, run_due):
    """The specialist reviews and recommends; the supervisor grants after the old end, so the term begins that day."""
    case = Case.objects.get(kind="application", parent__number=NUMBER)
    moment = at("2026-05-20 09:30")
    case = review.checked(review.begun(case, moment), moment)
    case = review.recommend(case, review.granting(date(2026, 5, 20), date(2027, 5, 19)), moment)
    review.decide(case, "grant", at("2026-05-20 10:00"))
    run_due()
    supervisor.sign_in("sue", then=f"/licenses/{NUMBER}/terms/")
    assert "Term 2: May 20, 2026 to May 19, 2027 (both days included)" in supervisor.words()
