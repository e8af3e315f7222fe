from datetime import timedelta

import pyotp
from django.contrib.auth import authenticate, get_user_model
from django.utils import timezone
from rest_framework import generics, serializers
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.response import Response
from rest_framework.views import APIView

from service.models import AccessToken, SecondFactor, Seed

SEED_LIFETIME = timedelta(minutes=5)
PERIOD = 30


class Credentials(serializers.Serializer):
    username = serializers.CharField()
    password = serializers.CharField()


class Submission(serializers.Serializer):
    seed = serializers.CharField()
    otp_code = serializers.CharField()


class UserRecord(serializers.ModelSerializer):
    class Meta:
        model = get_user_model()
        fields = ["id", "username", "email", "first_name", "last_name", "is_active"]


class Open(APIView):
    authentication_classes = []
    permission_classes = []


class Login(Open):
    serializer_class = Credentials
    second_step = None

    def post(self, request):
        fields = Credentials(data=request.data)
        fields.is_valid(raise_exception=True)
        user = authenticate(request._request, **fields.validated_data)
        if user is None:
            raise AuthenticationFailed("User name or password is wrong.")
        if SecondFactor.objects.filter(user=user).exists():
            seed = Seed.objects.create(user=user)
            return Response(
                {
                    "code": 101,
                    "msg": "Send this seed with a one-time code to otp_url.",
                    "otp_url": self.second_step,
                    "seed": seed.value,
                }
            )
        return Response({"token": AccessToken.objects.create(user=user).key})


class SecondStep(Open):
    serializer_class = Submission

    def post(self, request):
        fields = Submission(data=request.data)
        fields.is_valid(raise_exception=True)
        oldest = timezone.now() - SEED_LIFETIME
        seed = Seed.objects.filter(value=fields.validated_data["seed"], spent=False, made_at__gt=oldest).first()
        if seed is None:
            raise AuthenticationFailed("The seed is unknown, spent or too old.")
        step = step_of(seed.user, fields.validated_data["otp_code"])
        if step is None:
            raise AuthenticationFailed("The code is wrong.")
        # Each of the two is one statement, so that only one of two requests at the same moment gets through.
        if not Seed.objects.filter(pk=seed.pk, spent=False).update(spent=True):
            raise AuthenticationFailed("The seed is spent.")
        if not SecondFactor.objects.filter(user=seed.user, last_step__lt=step).update(last_step=step):
            raise AuthenticationFailed("The code was used before.")
        return Response({"token": AccessToken.objects.create(user=seed.user).key})


def step_of(user, code):
    """The time step, of this one and those beside it, whose code this is."""
    now = int(timezone.now().timestamp()) // PERIOD
    totp = pyotp.TOTP(SecondFactor.objects.get(user=user).secret)
    for step in (now, now - 1, now + 1):
        if pyotp.utils.strings_equal(code, totp.at(step * PERIOD)):
            return step
    return None


class Users(generics.ListAPIView):
    queryset = get_user_model().objects.order_by("id")
    serializer_class = UserRecord
