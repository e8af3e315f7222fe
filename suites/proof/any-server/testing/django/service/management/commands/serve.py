import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.core.servers.basehttp import ThreadedWSGIServer
from django.core.wsgi import get_wsgi_application
from rest_framework.authtoken.models import Token

from service import clock
from service.http import RequestHandler
from service.models import AccessKey, SecondFactor


class Command(BaseCommand):
    help = "Serve on two free ports of loopback, the second for the clock, and say so in a line of JSON."
    requires_migrations_checks = False

    def handle(self, **options):
        settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
        call_command("migrate", run_syncdb=True, verbosity=0)
        load_accounts()
        server = ThreadedWSGIServer(("127.0.0.1", 0), RequestHandler)
        server.set_app(get_wsgi_application())
        control = ThreadingHTTPServer(("127.0.0.1", 0), ClockControl)
        Thread(target=control.serve_forever, daemon=True).start()
        ready = {
            "ready": True,
            "url": f"http://127.0.0.1:{server.server_port}",
            "control": f"http://127.0.0.1:{control.server_port}",
        }
        print(json.dumps(ready), flush=True)
        server.serve_forever()


def load_accounts():
    for given in json.loads((settings.BASE_DIR / "accounts.json").read_text()):
        user, made = get_user_model().objects.get_or_create(username=given["username"])
        if not made:
            continue
        user.email = given["email"]
        user.set_password(given["password"])
        user.save()
        if "otpSecret" in given:
            SecondFactor.objects.create(user=user, secret=given["otpSecret"])
        if "privateToken" in given:
            Token.objects.create(user=user, key=given["privateToken"])
        if "accessKey" in given:
            AccessKey.objects.create(user=user, **given["accessKey"])


class ClockControl(BaseHTTPRequestHandler):
    """`GET /clock` and `POST /clock/advance {"seconds": n}`"""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.answer(200 if self.path == "/clock" else 404)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path != "/clock/advance":
            return self.answer(404)
        clock.advance(json.loads(body)["seconds"])
        self.answer(200)

    def answer(self, status):
        body = json.dumps({"now": clock.now().isoformat().replace("+00:00", "Z")}).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass
