"""The addresses that the file of every kind has below its own number; the acts come last, so that no name of a section
is ever taken for one."""

from __future__ import annotations

from django.urls import URLPattern, path

from wagecase.cases.views import act, again, downloads, notices, returned, sections
from wagecase.cases.views.contacts import contact
from wagecase.cases.views.letters import mark_mailed

NUMBER = "<case_number:number>/"


def shared(name: str) -> list[URLPattern]:
    """Return the addresses of a file's shared sections and of its acts; `name` begins their names ("complaint")."""
    found = {
        "parties/<int:party_id>/contact/": ("contact", contact),
        "parties/<int:party_id>/link/": ("replace_link", notices.replace_link),
        "documents/": ("documents", sections.documents),
        "documents/<int:document_id>.pdf": ("document", downloads.document),
        "files/<int:attachment_id>/": ("file", downloads.attachment),
        "notices/": ("notices", sections.notices),
        "notices/<int:notice_id>/": ("notice", sections.notice),
        "notices/<int:notice_id>/mailed/": ("notice_mailed", mark_mailed),
        "notices/<int:notice_id>/returned/": ("notice_returned", returned.returned),
        "notices/<int:notice_id>/resend/": ("notice_resend", again.resend),
        "documents/<int:document_id>/remake/": ("document_remake", again.remake),
        "notices/<int:notice_id>/print.pdf": ("notice_print", notices.print_letter),
        "notices/<int:notice_id>/post/": ("notice_post", notices.by_post),
        "notes/": ("notes", sections.notes),
        "timeline/": ("timeline", sections.record),
        "<slug:transition>/": ("act", act.act),
        "<slug:transition>/letter/<int:place>.pdf": ("act_letter", act.letter),
    }
    return [path(NUMBER + tail, view, name=f"{name}_{word}") for tail, (word, view) in found.items()]
