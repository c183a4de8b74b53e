"""The person who signs in: an e-mail address, a name, one role; and the forms that came after a session had ended."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.base_user import BaseUserManager
from django.contrib.auth.models import AbstractBaseUser
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from wagecase.encryption import EncryptedJSONField
from wagecase.lifecycle import Actor


class Role(models.TextChoices):
    INVESTIGATOR = "investigator", _("Investigator")
    SPECIALIST = "specialist", _("License specialist")
    COORDINATOR = "coordinator", _("Closings coordinator")
    SUPERVISOR = "supervisor", _("Supervisor")
    ADMINISTRATOR = "administrator", _("Administrator")


STAFF_ROLES = (Role.INVESTIGATOR, Role.SPECIALIST, Role.COORDINATOR, Role.SUPERVISOR, Role.ADMINISTRATOR)
CASE_ROLES = (Role.INVESTIGATOR, Role.SPECIALIST, Role.COORDINATOR, Role.SUPERVISOR)
WORKER_ROLES = (Role.INVESTIGATOR, Role.SPECIALIST, Role.COORDINATOR)  # whose cases fall to the supervisors
POOL_ROLES = (Role.SPECIALIST, Role.COORDINATOR)  # what nobody of them has is the work of them all


class UserManager(BaseUserManager["User"]):
    """Creates people; allauth looks them up by address."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save()
        return user

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(email__iexact=username)


class User(AbstractBaseUser):
    """A person with an account. `role` decides what the person may do; a signed-in person has exactly one."""

    email = models.EmailField(unique=True)
    name = models.CharField(max_length=100)
    title = models.CharField(max_length=100, blank=True)
    role = models.CharField(max_length=20, choices=Role.choices, blank=True)
    unit = models.CharField(max_length=40, default="labor-standards")
    office = models.CharField(max_length=60, blank=True)
    is_active = models.BooleanField(default=True)
    session_round = models.PositiveIntegerField(default=0)  # one more ends every session of this person
    language = models.CharField(max_length=8, default="en")  # in which a member read the site at the last sign-in
    date_joined = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[UserManager] = UserManager()
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Bind a session to the role and the round too: a change of either ends it as a change of password does."""
        value = f"{self.password}:{self.role}:{self.session_round}"
        return salted_hmac("wagecase.accounts.User.session", value, secret=secret, algorithm="sha256").hexdigest()

    @property
    def is_department_staff(self) -> bool:
        """Whether the person works for the department, in whatever role."""
        return self.is_active and self.role in STAFF_ROLES

    @property
    def handles_cases(self) -> bool:
        """Whether the person may open case files (administrators keep the system, not the files)."""
        return self.is_active and self.role in CASE_ROLES

    @property
    def actor(self) -> Actor:
        """The frozen value that services record as whoever acted."""
        return Actor("staff" if self.role in STAFF_ROLES else "account", self.pk, self.role, self.name)


class Organization(models.Model):
    """An employer, facility, school or agency that works with the department online, through its members."""

    class Kind(models.TextChoices):
        EMPLOYER = "employer", _("Employer")
        FACILITY = "facility", _("Rehabilitation facility or sheltered workshop")

    name = models.CharField(max_length=200)  # the legal name
    trade_name = models.CharField(max_length=200, blank=True)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    employer = models.ForeignKey("cases.Employer", null=True, on_delete=models.PROTECT, related_name="organizations")
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """That a person acts for an organization. It is ended, never deleted, so that the record keeps who could act when."""

    class Role(models.TextChoices):
        OWNER = "owner", _("Owner")  # everything, and who else may act
        FILER = "filer", _("Filer")  # fills in, signs and files
        VIEWER = "viewer", _("Viewer")  # reads

    organization = models.ForeignKey(Organization, on_delete=models.PROTECT, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=8, choices=Role.choices)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["organization", "user"], condition=models.Q(ended_at=None), name="one_membership_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.organization_id}: {self.role}"

    @property
    def may_file(self) -> bool:
        """Whether the member may fill in, sign and file."""
        return self.ended_at is None and self.role in (self.Role.OWNER, self.Role.FILER)

    @property
    def actor(self) -> Actor:
        """The frozen value that services record when the member acts for the employer."""
        return Actor("account", self.user_id, "employer", self.user.name)


class Invitation(models.Model):
    """A link mailed to an address that lets its reader join an organization once; the token is stored hashed."""

    organization = models.ForeignKey(Organization, on_delete=models.PROTECT, related_name="invitations")
    email = models.EmailField()
    role = models.CharField(max_length=8, choices=Membership.Role.choices)
    token_hash = models.CharField(max_length=64, unique=True)
    invited_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    by_department = models.BooleanField(default=False)  # a supervisor invited an owner, because nobody else could
    language = models.CharField(max_length=8, default="en")
    invited_at = models.DateTimeField()
    expires_on = models.DateField()
    accepted_at = models.DateTimeField(null=True)
    taken_back_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-invited_at", "-id"]

    def __str__(self) -> str:
        return f"invitation {self.pk} to {self.organization_id}"


class Registration(models.Model):
    """An organization that asked for an account: until its mailed link is opened there is nothing but this row.

    The token is stored hashed. The row is removed when its days are over.
    """

    email = models.EmailField()
    name = models.CharField(max_length=100)  # of the person
    legal_name = models.CharField(max_length=200)
    trade_name = models.CharField(max_length=200, blank=True)
    kind = models.CharField(max_length=12, choices=Organization.Kind.choices)
    token_hash = models.CharField(max_length=64, unique=True)
    asked_at = models.DateTimeField()
    expires_on = models.DateField()  # the last day on which the link works
    used_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["expires_on"], name="registration_expiry")]

    def __str__(self) -> str:
        return f"registration {self.pk}"


class KeptPost(models.Model):
    """A form of somebody who signs in that was sent after its session had ended, unreadable in the database, for the person who typed it."""

    id = models.UUIDField(primary_key=True)
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.CASCADE, related_name="kept_posts")
    path = models.CharField(max_length=500)
    fields = EncryptedJSONField()
    kept_at = models.DateTimeField()
    without_session = models.BooleanField(
        default=False
    )  # sent by whoever holds the cookie that says whose pages these are

    class Meta:
        indexes = [models.Index(fields=["kept_at"], name="kept_post_age")]

    def __str__(self) -> str:
        return f"{self.path} ({self.pk})"


class ActingSigner(models.Model):
    """That a person may sign determinations of a unit from one local date to another, named by a supervisor.

    Appointments may overlap. `ended_at` is the instant from which it holds no more, whatever its last date says.
    """

    person = models.ForeignKey(User, on_delete=models.PROTECT, related_name="acting_appointments")
    unit = models.CharField(max_length=40)
    from_on = models.DateField()
    to_on = models.DateField()
    named_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    named_at = models.DateTimeField()
    ended_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-from_on", "-id"]
        indexes = [models.Index(fields=["person", "from_on", "to_on"], name="acting_person")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(to_on__gte=models.F("from_on")), name="acting_ends_after_it_begins"
            )
        ]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.from_on} to {self.to_on}"
