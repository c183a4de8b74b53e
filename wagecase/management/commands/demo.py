"""`manage.py demo`: fill an empty database with invented people and cases, played through the services day by day."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import generate_totp_secret
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

import closings.demo
import closings.demo_list
import licenses.demo
from complaints import demo
from complaints.demo_scenes import STAFF
from licenses import demo_people
from wagecase.accounts import second_factor
from wagecase.accounts.models import User
from wagecase.audit.chain import anchor
from wagecase.cases.models import Case
from wagecase.cases.plays import due_acts
from wagecase.cases.sweep import sweep
from wagecase.documents.models import PENDING, Document
from wagecase.documents.services import render_due
from wagecase.notices.models import Notice
from wagecase.notices.outbox import deliver_due
from wagecase.rules import calendar
from wagecase.rules.zone import local_instant

PASSWORD = "demonstration only"  # noqa: S105  (shown to everybody who runs the demo)
MORNING = 8


class Command(BaseCommand):
    help = (
        "Seed the demonstration once; --sign-ins prints one per role, both supervisors, and an organization's people."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--sign-ins", action="store_true", help="print the demo sign-ins and do nothing else")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("Demo data is made only with DEMO=1.")
        if options["sign_ins"]:
            self._print_sign_ins()
            return
        if Case.objects.exists():
            self.stdout.write("The demo data is there already.")
            return
        seed(now=timezone.now())
        self.stdout.write(f"Made {Case.objects.count()} invented cases.")

    def _print_sign_ins(self) -> None:
        shown = set()
        for email, name, _title, role, _office in STAFF:
            if role not in shown or role == "supervisor":  # a second one puts a rate schedule in force
                shown.add(role)
                self._print_sign_in(role, email, name)
        for role, email, name in demo_people.MEMBERS:
            self._print_sign_in(f"employer, {role}", email, f"{name}, {demo_people.FACILITY.legal_name}")

    def _print_sign_in(self, role: str, email: str, name: str) -> None:
        self.stdout.write(f"{role.capitalize():<18} {email:<30} {PASSWORD:<20} ({name})")


def seed(*, now: datetime) -> None:
    """Make the staff, then play every scene up to `now`, with each morning's sweep and each day's mail."""
    people: dict[str, list[User]] = {}
    for email, name, title, role, office in STAFF:
        user = User.objects.filter(email=email).first() or User.objects.create_user(
            email, PASSWORD, name=name, title=title, role=role, office=office
        )
        if not Authenticator.objects.filter(user=user).exists():
            second_factor.set_up(user, secret=generate_totp_secret())
        EmailAddress.objects.get_or_create(user=user, email=email, defaults={"verified": True, "primary": True})
        people.setdefault(role, []).append(user)
    today = timezone.localdate(now)
    plays = demo.plays(today, people)
    notices = closings.demo.plays(today, people)
    granted = licenses.demo.plays(today, people)
    every: list[Any] = [*plays, *notices, *granted]
    day = min(play.filed_on for play in every)
    demo_people.open_accounts(password=PASSWORD, at=local_instant(day, MORNING))
    while day <= today:
        morning = local_instant(day, MORNING).replace(minute=1)
        if morning <= now:
            sweep(now=morning)
            _send(morning)
        for at, act in (*due_acts(plays, day, now), *due_acts(notices, day, now), *due_acts(granted, day, now)):
            act()
            _send(at)
        anchor(day)
        day = calendar.day_after(day)
    closings.demo_list.bring_in(today, actor=people["coordinator"][0].actor, at=now)


def _send(at: datetime) -> None:
    """Make and send what is waiting, as the runner would have done that day.

    A copy that no message carries and nobody signs, such as an application as filed, is left to the runner after the
    start: these are the longest documents, and nothing that follows in the story waits for them.
    """
    carried = Exists(Notice.objects.filter(document=OuterRef("pk")))
    awaited = Document.objects.filter(carried | Q(kind__contains=".draft_"), status=PENDING)
    for pk in awaited.order_by("pk").values_list("pk", flat=True):
        render_due(now=at, only=pk)
    while deliver_due(now=at, limit=100):
        pass
