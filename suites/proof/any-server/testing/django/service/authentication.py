from datetime import timedelta
from uuid import UUID

from django.utils import timezone
from django.utils.http import parse_http_date
from httpsig.utils import parse_authorization_header
from httpsig.verify import HeaderVerifier
from rest_framework.authentication import BaseAuthentication, TokenAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed

from service.models import AccessKey, AccessToken

TOKEN_LIFETIME = timedelta(hours=1)
CLOCK_SKEW_SECONDS = 300


class AccessTokenAuthentication(TokenAuthentication):
    """`Authorization: Bearer <token>`"""

    keyword = "Bearer"
    model = AccessToken

    def authenticate_credentials(self, key):
        user, token = super().authenticate_credentials(key)
        if timezone.now() >= token.issued_at + TOKEN_LIFETIME:
            raise AuthenticationFailed("The token has expired.")
        return user, token


class SignatureAuthentication(BaseAuthentication):
    """`Authorization: Signature keyId="…",algorithm="hmac-sha256",headers="…",signature="…"`"""

    def authenticate(self, request):
        scheme, fields = parse_authorization_header(get_authorization_header(request).decode("latin-1"))
        if scheme.lower() != "signature":
            return None
        # httpsig and the conversions raise errors of many kinds for what a client got wrong.
        try:
            key = AccessKey.objects.select_related("user").get(key_id=UUID(fields["keyId"]))
            right = self.is_recent(request) and self.verifies(request, fields, key.secret)
        except Exception as error:
            raise AuthenticationFailed("The signature can't be checked.") from error
        if not right:
            raise AuthenticationFailed("The signature does not fit.")
        return key.user, key

    def is_recent(self, request):
        return abs(parse_http_date(request.headers["Date"]) - timezone.now().timestamp()) <= CLOCK_SKEW_SECONDS

    def verifies(self, request, fields, secret):
        # Else the client would choose how it is checked.
        if fields["algorithm"] != "hmac-sha256":
            return False
        return HeaderVerifier(
            headers=dict(request.headers),
            secret=secret,
            required_headers=["(request-target)", "date"],
            method=request.method,
            path=request.META["RAW_URI"],
        ).verify()

    def authenticate_header(self, request):
        return 'Signature realm="api"'
