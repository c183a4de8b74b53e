"""Settings of the test suite: the real ones, on a fresh SQLite file in a temporary folder, deaf to the shell's variables."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

RUN_DIR = Path(tempfile.mkdtemp(prefix="wagecase-test-"))
atexit.register(shutil.rmtree, RUN_DIR, ignore_errors=True)

for _name in (
    "EMAIL_URL",
    "SITE_URL",
    "ALLOWED_HOSTS",
    "MEDIA_ROOT",
    "AUDIT_TRIGGERS",
    "DEFAULT_FROM_EMAIL",
    "LOG_LEVEL",
    "REDIS_URL",
    "LEASE_SECONDS",
    "BEAT_SECONDS",
    "AUDIT_ANCHORS",
):
    os.environ.pop(_name, None)
os.environ |= {
    "VAR_DIR": str(RUN_DIR),
    "DATABASE_URL": os.environ.get("TEST_DATABASE_URL", f"sqlite:///{RUN_DIR / 'unused.sqlite3'}"),
    "DEMO": "1",
    "SECRET_KEY": "only-for-tests-only-for-tests-only-for-tests-only-for-tests",
    "FIELD_KEYS": "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
    "LINK_KEY": "only-for-tests-links-only-for-tests-links-only-for-tests",
}

from wagecase.settings import *  # noqa: E402  (the environment above must be in place first)

# A file, never ":memory:": a shared memory database ignores WAL and locks, so it would hide what breaks for real.
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": str(RUN_DIR / "test.sqlite3")}
else:
    # Making a database on a busy machine takes longer than any page may; nobody is ever connected to template0.
    DATABASES["default"]["OPTIONS"]["options"] = "-c statement_timeout=120000 -c synchronous_commit=off"
    DATABASES["default"]["TEST"] = {"TEMPLATE": "template0"}

ALLOWED_HOSTS = ["127.0.0.1", "localhost", "testserver"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},  # live pages use plain names
}
STATIC_ROOT.mkdir()
# The triggers refuse the flush after tests that commit; tests of the triggers themselves put them in place.
AUDIT_TRIGGERS = False
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
