"""THE notice registry: which act or clock step sends what to whom, one row a message."""

from __future__ import annotations

from dataclasses import dataclass

EMAIL, LETTER, PARTY = "email", "letter", "party"


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """One message.

    `on` is an act ("complaints.serve_employer", "cases.replace_link") or a clock step ("complaints.determination:investigator-5"); `to` a
    role word; `channel` is email, letter, or party (by e-mail with a link where the person gave an address, else by
    post). `template` names templates/email/<template>.{subject,txt,html}; `document` is the letter's template;
    `title` its title. `attach_document` lets the e-mail carry the letter's PDF; without it the e-mail leaves when the
    PDF can be read on the page that its link opens, so that a mailbox at work holds no letter. `kinds` limits the row to some kinds of case; empty means every kind of the app.
    """

    kind: str
    on: str
    to: str
    channel: str
    template: str
    document: str = ""
    title: str = ""
    cite: str = ""
    kinds: tuple[str, ...] = ()
    attach_document: bool = False


def party_row(
    on: str, title: str, template: str = "", *, app: str, to: str, kinds: tuple[str, ...] = (), cite: str = ""
) -> NoticeRow:
    """Return what the party `to` gets on the app's act or clock step `on`: an e-mail and a letter of one name.

    That name is `template`, or else the act's, in the app's own folders of templates.
    """
    template = template or on
    return NoticeRow(
        kind=f"{app}.{on}", on=f"{app}.{on}", to=to, channel=PARTY, template=f"{app}/{template}",
        document=f"letters/{app}/{template}.html", title=title, kinds=kinds, cite=cite,
    )  # fmt: skip


def staff_row(on: str, to: str, template: str = "", *, app: str, kinds: tuple[str, ...] = ()) -> NoticeRow:
    """Return the e-mail that the members of staff `to` get on the app's act or clock step `on`, named as `party_row` has it."""
    return NoticeRow(
        kind=f"{app}.{on}", on=f"{app}.{on}", to=to, channel=EMAIL, template=f"{app}/{template or on}", kinds=kinds
    )


_ROWS: list[NoticeRow] = []


def register(*rows: NoticeRow) -> None:
    """Add rows; ValueError for an unknown channel, a letter without a template, or a row that stands twice."""
    for row in rows:
        if row.channel not in {EMAIL, LETTER, PARTY}:
            raise ValueError(f"{row.kind}: unknown channel {row.channel!r}")
        if row.channel != EMAIL and not row.document:
            raise ValueError(f"{row.kind}: a letter needs a template")
        if any((r.kind, r.on, r.to, r.kinds) == (row.kind, row.on, row.to, row.kinds) for r in _ROWS):
            raise ValueError(f"{row.kind} to {row.to} on {row.on} stands twice")
        _ROWS.append(row)


def all_rows() -> tuple[NoticeRow, ...]:
    """Return every registered row."""
    return tuple(_ROWS)


def rows_on(on: str, case_kind: str) -> tuple[NoticeRow, ...]:
    """Return the rows that `on` triggers for a case of `case_kind`, in table order."""
    return tuple(row for row in _ROWS if row.on == on and (not row.kinds or case_kind in row.kinds))
