"""Remembers which forms were already sent, so that nothing is done twice, and how often somebody tried something."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Submission(models.Model):
    """One form that was acted upon: who sent it, with which key, and where its answer stands."""

    actor_key = models.CharField(_("sent by"), max_length=80)
    key = models.UUIDField(_("form key"))
    path = models.CharField(_("page"), max_length=300)
    body_hash = models.CharField(_("hash of the answers"), max_length=64)
    status = models.PositiveSmallIntegerField(_("answer"), default=303)
    location = models.CharField(_("where the answer stands"), max_length=500, blank=True)
    created_at = models.DateTimeField(_("sent at"), auto_now_add=True)

    class Meta:
        verbose_name = _("sent form")
        verbose_name_plural = _("sent forms")
        constraints = [models.UniqueConstraint(fields=["actor_key", "key"], name="web_submission_once")]
        indexes = [models.Index(fields=["created_at"], name="web_submission_created")]

    def __str__(self) -> str:
        return f"{self.path} ({self.key})"


class Throttle(models.Model):
    """How often somebody tried something since a window began; whom it counts is a keyed hash."""

    key = models.CharField(_("whom and what"), max_length=64, primary_key=True)
    tries = models.PositiveIntegerField(_("tries"), default=0)
    until = models.DateTimeField(_("end of the window"))

    class Meta:
        verbose_name = _("throttle")
        verbose_name_plural = _("throttles")
        indexes = [models.Index(fields=["until"], name="web_throttle_until")]

    def __str__(self) -> str:
        return f"{self.key[:8]}: {self.tries}"
