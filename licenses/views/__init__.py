"""The pages of licenses: the applicant's, the public's and the staff's."""
