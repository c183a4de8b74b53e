"""Revoking a license: opening the case, the notice of facts and its answers, the order (DWD 272.09 (16), (17))."""
