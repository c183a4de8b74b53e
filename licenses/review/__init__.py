"""The review of an application: checklist, questions, notice of facts, recommendation, decision (DWD 272.09 (4)-(9))."""
