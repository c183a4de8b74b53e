"""Licenses to pay less than the minimum wage (104.07, DWD 272.09): application, issue, renewal, revocation."""
