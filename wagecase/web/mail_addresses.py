"""The one check of an e-mail address: what a form takes, the outbox can send to, and the other way round."""

from __future__ import annotations

import re

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

MAX_LENGTH = 254
# Signs with a meaning in an address list: refused, so that one notice has one envelope recipient.
_NOT_IN_ADDRESS = re.compile(r'[\s"(),:;<>\[\]\\]')


def bare_address(text: str) -> str:
    """Return one plain e-mail address, its domain in ASCII.

    ValidationError for a list, a display name, a line break, a strange sign, or a domain that no mail server can look
    up (a number in brackets, a name that is too long once it is written in ASCII).
    """
    refused = ValidationError(
        _("Enter one e-mail address, like name@example.com."), code="invalid", params={"value": text}
    )
    if _NOT_IN_ADDRESS.search(text) or len(text) > MAX_LENGTH:
        raise refused
    try:
        validate_email(text)
        local, domain = text.rsplit("@", 1)
        local.encode("ascii")
        address = f"{local}@{domain.encode('idna').decode('ascii')}"
    except (ValidationError, UnicodeError):
        raise refused from None
    if len(address) > MAX_LENGTH:
        raise refused
    return address


def is_usable(text: str) -> bool:
    """Return whether a message can be sent to this text; stored addresses may be older than the check."""
    try:
        bare_address(text)
    except ValidationError:
        return False
    return True
