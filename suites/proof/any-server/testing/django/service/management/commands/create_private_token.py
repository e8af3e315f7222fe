from django.core.management.base import BaseCommand, CommandError
from django.contrib.auth import get_user_model
from rest_framework.authtoken.models import Token


class Command(BaseCommand):
    help = "Make the private token of a user; fails where one exists."

    def add_arguments(self, parser):
        parser.add_argument("username")

    def handle(self, *, username, **options):
        user = get_user_model().objects.filter(username=username).first()
        if user is None:
            raise CommandError(f"no user {username}")
        token, made = Token.objects.get_or_create(user=user)
        if not made:
            raise CommandError(f"{username} has a private token: read it with show_private_token")
        self.stdout.write(token.key)
