"""What the act page needs of each transition of the kind "license": its form, its service, and who acts."""

from __future__ import annotations

from licenses import issuing, renewing
from licenses.forms.license import JudgeRenewalForm
from wagecase.cases.act_forms import PlainForm
from wagecase.cases.actions import Action

ACTIONS: dict[str, Action] = {
    action.name: action
    for action in (
        Action("judge_renewal", JudgeRenewalForm, renewing.judge_renewal),
        Action("surrender", PlainForm, issuing.surrender, danger=True),
        Action("close_file", PlainForm, issuing.close_file),
    )
}
