"""What first comes to mind with these packages, and is wrong: SERVICE_NAIVE names one of them."""
from rest_framework.authentication import TokenAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed

from httpsig.utils import parse_authorization_header
from httpsig.verify import HeaderVerifier

from service.authentication import SignatureAuthentication
from service.models import AccessKey, AccessToken


class EverlastingToken(TokenAuthentication):
    """The framework's tokens have no end."""

    keyword = "Bearer"
    model = AccessToken


class BareSignature(SignatureAuthentication):
    """httpsig raises for what a client got wrong, asks for a date only, and believes the client's algorithm."""

    def authenticate(self, request):
        scheme, fields = parse_authorization_header(get_authorization_header(request).decode("latin-1"))
        if scheme.lower() != "signature":
            return None
        key = AccessKey.objects.select_related("user").get(key_id=fields["keyId"])
        verifier = HeaderVerifier(
            dict(request.headers), key.secret, method=request.method, path=request.get_full_path()
        )
        if not verifier.verify():
            raise AuthenticationFailed("The signature does not fit.")
        return key.user, key
