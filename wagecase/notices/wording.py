"""Renders the words of an e-mail from its three templates, in the reader's language, ready to be frozen."""

import re
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.template import Context, Engine
from django.utils import timezone, translation

from wagecase.web import department


def render_email(template: str, context: Mapping[str, Any], language: str) -> tuple[str, str, str]:
    """Return (subject, text, html) of templates/email/<template>.{subject,txt,html} in `language`.

    "complaints.file_online" and "complaints/file_online" name the same files. Text and HTML say the same: whoever
    writes one writes both. Subject and text are plain, so nothing is escaped in them.
    """
    name = f"email/{template.replace('.', '/')}"
    with translation.override(language), timezone.override(settings.TIME_ZONE):
        values = {"site": department.words(), "language": language, **context}
        subject = " ".join(_render(f"{name}.subject", values, autoescape=False).split())
        values["subject"] = subject
        text = _render(f"{name}.txt", values, autoescape=False)
        html = _render(f"{name}.html", values, autoescape=True)
    text = re.sub(r"(?<![ \t])[ \t]++\n", "\n", text)  # each run of blanks is read once
    return subject, re.sub(r"\n{3,}", "\n\n", text).strip() + "\n", html.strip() + "\n"


def _render(name: str, values: Mapping[str, Any], *, autoescape: bool) -> str:
    template = Engine.get_default().get_template(name)
    return template.render(Context(dict(values), autoescape=autoescape))
