"""Settings, from variables: SERVICE_DATA (folder of the database), SERVICE_DEBUG, SERVICE_VERSION, SERVICE_NAIVE."""
import os
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ["SERVICE_DATA"])
DEBUG = os.environ.get("SERVICE_DEBUG") == "1"
VERSION = tuple(int(part) for part in os.environ.get("SERVICE_VERSION", "2.10.0").split("."))

# Of a server for tests, on loopback, with public accounts.
SECRET_KEY = "a-second-implementation-for-tests"
# What is signed decides, not where it was sent.
ALLOWED_HOSTS = ["*"]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "rest_framework",
    "rest_framework.authtoken",
    "drf_spectacular",
    "service",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
]
ROOT_URLCONF = "service.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
    }
]
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA_DIR / "service.sqlite3",
        "OPTIONS": {"timeout": 30},
        "CONN_MAX_AGE": None,
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
PASSWORD_HASHERS = ["service.hashers.QuickHasher"]
LOGIN_URL = "/login/"
LOGIN_REDIRECT_URL = "/"

# See naive.py.
NAIVE = os.environ.get("SERVICE_NAIVE")
TOKEN = "service.naive.EverlastingToken" if NAIVE == "token" else "service.authentication.AccessTokenAuthentication"
SIGNATURE = "service.naive.BareSignature" if NAIVE == "signature" else "service.authentication.SignatureAuthentication"
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        TOKEN,
        "rest_framework.authentication.TokenAuthentication",
        SIGNATURE,
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.LimitOffsetPagination",
    "PAGE_SIZE": 100,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Service API",
    "VERSION": "v1",
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
}
LOGGING = {"version": 1, "disable_existing_loggers": True}
