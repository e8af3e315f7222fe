from django.core.management.base import BaseCommand, CommandError
from rest_framework.authtoken.models import Token


class Command(BaseCommand):
    help = "Print the private token of a user."

    def add_arguments(self, parser):
        parser.add_argument("username")

    def handle(self, *, username, **options):
        token = Token.objects.filter(user__username=username).first()
        if token is None:
            raise CommandError(f"{username} has no private token")
        self.stdout.write(token.key)
