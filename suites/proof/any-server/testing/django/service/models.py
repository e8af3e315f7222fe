import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone

from service import clock  # noqa: F401  (all of Django shall use its time)


def new_value():
    return secrets.token_urlsafe(32)


class OfUser(models.Model):
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)

    class Meta:
        abstract = True


class AccessToken(OfUser):
    """A bearer token, valid for one hour."""

    key = models.CharField(max_length=64, unique=True, default=new_value)
    issued_at = models.DateTimeField(default=timezone.now)


class AccessKey(OfUser):
    key_id = models.UUIDField(unique=True)
    secret = models.CharField(max_length=64)


class SecondFactor(OfUser):
    secret = models.CharField(max_length=64)
    # A code is good for one login (RFC 6238, 5.2): later ones must be of a later time step.
    last_step = models.BigIntegerField(default=0)


class Seed(OfUser):
    value = models.CharField(max_length=64, unique=True, default=new_value)
    made_at = models.DateTimeField(default=timezone.now)
    spent = models.BooleanField(default=False)
