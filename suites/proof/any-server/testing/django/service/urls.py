from django.conf import settings
from django.contrib.auth.views import LoginView
from django.http import HttpResponse
from django.urls import path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView

from service.views import Login, SecondStep, Users

urlpatterns = [
    path("api/users/v1/auth/", Login.as_view(second_step="/api/users/v1/otp/auth/")),
    path("api/users/v1/otp/auth/", SecondStep.as_view()),
    path("api/users/v1/users/", Users.as_view()),
    path("api/v1/authentication/auth/", Login.as_view(second_step="/api/v1/authentication/otp/auth/")),
    path("api/v1/authentication/otp/auth/", SecondStep.as_view()),
    path("api/v1/users/users/", Users.as_view()),
    path("login/", LoginView.as_view()),
    path("", lambda request: HttpResponse("signed in" if request.user.is_authenticated else "signed out")),
]
if settings.DEBUG:
    urlpatterns += [
        path("docs" if settings.VERSION < (2,) else "api/docs/", SpectacularSwaggerView.as_view(url_name="schema")),
        path("schema/", SpectacularAPIView.as_view(), name="schema"),
    ]
