"""All settings, read from the environment once, so that SQLite on a laptop and PostgreSQL in a department run one code."""

import importlib.util
import os
from pathlib import Path
from urllib.parse import unquote, urlsplit

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("VAR_DIR", BASE_DIR / "var"))


def env_flag(name: str, default: bool = False) -> bool:
    """Return whether the variable says yes (1, true, yes, on)."""
    return os.environ.get(name, "1" if default else "0").strip().lower() in {"1", "true", "yes", "on"}


def secret(name: str) -> str:
    """Return a secret from the environment, or from the file in var/ that `make run` wrote once."""
    if value := os.environ.get(name):
        return value
    path = VAR_DIR / f"{name.lower()}.txt"
    return path.read_text(encoding="utf-8").strip() if path.exists() else ""


def database(url: str) -> dict:
    """Return Django's database entry for sqlite:///path or postgresql://user:password@host:port/name."""
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": unquote(parts.path[1:]) or str(VAR_DIR / "wagecase.sqlite3"),
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
            },
        }
    if parts.scheme not in {"postgresql", "postgres"}:
        raise ValueError(f"DATABASE_URL: {parts.scheme!r} is neither sqlite nor postgresql")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path[1:]),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"options": "-c statement_timeout=15000 -c idle_in_transaction_session_timeout=60000"},
    }


DEMO = env_flag("DEMO")
DEBUG = False
SECRET_KEY = secret("SECRET_KEY")
FIELD_KEYS = [key for key in secret("FIELD_KEYS").split(",") if key]
LINK_KEY = secret("LINK_KEY")
SITE_URL = os.environ.get("SITE_URL", "http://127.0.0.1:8000").rstrip("/")
_site = urlsplit(SITE_URL)
ALLOWED_HOSTS = [h for h in os.environ.get("ALLOWED_HOSTS", _site.hostname or "127.0.0.1").split(",") if h]
if DEMO:
    ALLOWED_HOSTS += ["127.0.0.1", "localhost"]

DEPARTMENT_NAME = os.environ.get("DEPARTMENT_NAME", "Department of Workforce Development")
DIVISION_NAME = os.environ.get("DIVISION_NAME", "Equal Rights Division")
DEPARTMENT_ADDRESS = os.environ.get("DEPARTMENT_ADDRESS", "100 Example Street|Madison, WI 53700").split("|")
DEPARTMENT_PHONE = os.environ.get("DEPARTMENT_PHONE", "608-555-0100")
DEPARTMENT_TTY = os.environ.get("DEPARTMENT_TTY", gettext_noop("711 (Wisconsin Relay)"))
DEPARTMENT_HOURS = os.environ.get(
    "DEPARTMENT_HOURS", gettext_noop("Monday to Friday, 7:45 a.m. to 4:30 p.m. Central time")
)
CERTIFICATE_SEAL = env_flag("CERTIFICATE_SEAL")  # whether certificates leave a place for a seal on paper
COMMERCE_NAME = os.environ.get("COMMERCE_NAME", "department of commerce")  # whoever has its duties today (109.07 (1m))
DEPARTMENT_EMAIL = os.environ.get("DEPARTMENT_EMAIL", "labor.standards@example.org")

INSTALLED_APPS = [
    "wagecase.apps.WagecaseConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "crispy_forms",
    "django_htmx",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "wagecase.web",
    "wagecase.rates",
    "wagecase.audit",
    "wagecase.documents",
    "wagecase.deadlines",
    "wagecase.notices",
    "wagecase.accounts",
    "wagecase.cases",
    "complaints",
    "closings",
    "licenses",
]

MIDDLEWARE = [
    "wagecase.web.middleware.StackMiddleware",  # the outermost: the request of everything below has its room
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "wagecase.web.middleware.HeadersMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "wagecase.web.middleware.UploadLimitMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "wagecase.accounts.sessions.SessionLimitMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "wagecase.web.middleware.StaffLanguageMiddleware",
    "wagecase.web.middleware.RefusalMiddleware",
]

ROOT_URLCONF = "wagecase.urls"
WSGI_APPLICATION = "wagecase.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "wagecase.web.context.site",
            ],
            "builtins": ["wagecase.web.templatetags.gov"],
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

DATABASES = {"default": database(os.environ.get("DATABASE_URL", f"sqlite:///{VAR_DIR / 'wagecase.sqlite3'}"))}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
ATOMIC_REQUESTS = False
REDIS_URL = os.environ.get("REDIS_URL", "")
TRUSTED_PROXIES = int(os.environ.get("TRUSTED_PROXIES", "0"))  # how many proxies of ours write X-Forwarded-For
# Rate limits and other counts that must not be lost stand in the database; nothing that matters needs the cache.
CACHES = {"default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "django_cache"}}

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 15}},
    {"NAME": "wagecase.web.account_forms.LongestPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/staff/"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_ADAPTER = "wagecase.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "wagecase.web.account_forms.SignInForm",
    "reset_password": "wagecase.web.account_forms.ResetPasswordForm",
    "reset_password_from_key": "wagecase.web.account_forms.ResetPasswordKeyForm",
    "change_password": "wagecase.web.account_forms.ChangePasswordForm",
    "set_password": "wagecase.web.account_forms.SetPasswordForm",
    "reauthenticate": "wagecase.web.account_forms.ReauthenticateForm",
    "add_email": "wagecase.web.account_forms.AddEmailForm",
}
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = True
ACCOUNT_PREVENT_ENUMERATION = True
PASSWORD_RESET_TIMEOUT = 60 * 60  # seconds; the mail and the page that announces it say one hour
# Sign-in itself is counted by wagecase.accounts.adapter, in the database; this limits guesses of the second factor.
ACCOUNT_RATE_LIMITS = {"login_failed": "5/10m/key"}
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
MFA_ADAPTER = "wagecase.accounts.second_factor.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = DIVISION_NAME
MFA_FORMS = {
    "authenticate": "wagecase.web.account_forms.CodeForm",
    "reauthenticate": "wagecase.web.account_forms.CodeAgainForm",
    "activate_totp": "wagecase.web.account_forms.ActivateForm",
}

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 12 * 60 * 60
CSRF_COOKIE_SAMESITE = "Lax"
_https = _site.scheme == "https"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = _https
SECURE_HSTS_SECONDS = 31_536_000 if _https else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = _https
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _https else None
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
CSRF_TRUSTED_ORIGINS = [SITE_URL]
CSRF_FAILURE_VIEW = "wagecase.web.views.csrf_failure"
SILENCED_SYSTEM_CHECKS = ["security.W002"]  # frame-ancestors of the content policy says it; previews need an exception
SECURE_REFERRER_POLICY = "same-origin"

_self = "'self'"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": [_self],
        "style-src": [_self],
        "font-src": [_self],
        "img-src": [_self, "data:"],
        "connect-src": [_self],
        "frame-src": [_self],
        "form-action": [_self],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
        "manifest-src": [_self],
    }
}

CRISPY_ALLOWED_TEMPLATE_PACKS = ("gov",)
CRISPY_TEMPLATE_PACK = "gov"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("es", _("Spanish"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["wagecase.web.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "America/Chicago"

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
_fonts = importlib.util.find_spec("fontpkg_public_sans")
if _fonts and _fonts.submodule_search_locations:
    STATICFILES_DIRS.append(("fonts", Path(next(iter(_fonts.submodule_search_locations)))))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
MEDIA_ROOT = Path(os.environ.get("MEDIA_ROOT", VAR_DIR / "media"))
FILE_UPLOAD_HANDLERS = [
    "wagecase.web.uploads.QuotaUploadHandler",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]
UPLOAD_MAX_BYTES = 10 * 1024 * 1024
UPLOAD_MAX_FILES = 5
DATA_UPLOAD_MAX_NUMBER_FILES = 20
FILE_UPLOAD_PERMISSIONS = 0o600

EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", f"{DIVISION_NAME} <no-reply@example.org>")
NOTICE_BACKEND = "demo" if DEMO else "smtp"
_mail = urlsplit(os.environ.get("EMAIL_URL", "smtp://127.0.0.1:25"))
EMAIL_HOST, EMAIL_PORT = _mail.hostname or "127.0.0.1", _mail.port or 25
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = unquote(_mail.username or ""), unquote(_mail.password or "")
EMAIL_USE_TLS = _mail.scheme == "smtp+tls"

# How long a runner may hold a letter or a message before another takes it over, and how often the beat looks for due work
# (its other passes keep their proportion to this one). Shortened only by tests that kill runners: a lease must be longer
# than the slowest piece of work.
LEASE_SECONDS = float(os.environ.get("LEASE_SECONDS", "300"))
JOB_LEASE_SECONDS = min(LEASE_SECONDS, 90.0)  # each step of long work lengthens it, and somebody watches the page
BEAT_SECONDS = float(os.environ.get("BEAT_SECONDS", "15"))

# Celery, used when REDIS_URL is set. The visibility time is longer than any task and shorter than a worker's outage that
# nobody notices; what it cannot do, the passes of the beat do. Tasks carry ids only and keep no results.
CELERY_BROKER_URL = REDIS_URL
CELERY_TIMEZONE = "UTC"
CELERY_ENABLE_UTC = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True  # safe: every row counts its attempts before the work
CELERY_TASK_TIME_LIMIT = 120
CELERY_TASK_SOFT_TIME_LIMIT = 90
CELERY_TASK_CREATE_MISSING_QUEUES = False
CELERY_TASK_DEFAULT_QUEUE = "housekeeping"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 500
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 400_000
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 30
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_VISIBILITY_TIMEOUT = 900
CELERY_RESULT_BACKEND_TRANSPORT_OPTIONS = {"visibility_timeout": CELERY_VISIBILITY_TIMEOUT}
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": CELERY_VISIBILITY_TIMEOUT,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 5,
    "socket_timeout": 30,
    "socket_keepalive": True,
    "global_keyprefix": os.environ.get("REDIS_PREFIX", "wagecase:"),
}
CELERY_BEAT_SCHEDULER = "celery.beat.Scheduler"  # keeps nothing: every entry is a short interval

AUDIT_ANCHORS = Path(os.environ.get("AUDIT_ANCHORS", VAR_DIR / "audit-anchors.txt"))
AUDIT_TRIGGERS = env_flag("AUDIT_TRIGGERS", default=True)
PAGE_SIZE = 50

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "wagecase.web.logs.JsonFormatter"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["console"], "level": os.environ.get("LOG_LEVEL", "WARNING")},
}
