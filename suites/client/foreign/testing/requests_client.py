"""A client of requests and httpsig, as Debian has them, that speaks the line protocol."""
import base64, hashlib, hmac, json, os, re, struct, sys, time
from email.utils import formatdate
from urllib.parse import urljoin, urlsplit

import requests
from httpsig.requests_auth import HTTPSignatureAuth

env = {name[12:]: value for name, value in os.environ.items() if name.startswith("CONFORMANCE_")}
base = urlsplit(env["BASE_URL"])
origin = f"{base.scheme}://{base.netloc}"
LOGIN, LIST = "/api/users/v1/auth/", "/api/users/v1/users/"
state = {}


def use(method):
    session = requests.Session()
    session.headers["Accept"] = "application/json"
    session.trust_env = False
    state.update(method=method, token=None, session=session)


def one_time_code():
    mac = hmac.new(base64.b32decode(env["OTP_SECRET"]), struct.pack(">Q", int(time.time()) // 30), hashlib.sha1).digest()
    at = mac[-1] & 15
    return f"{(struct.unpack('>I', mac[at:at + 4])[0] & 0x7FFFFFFF) % 10**6:06}"


def post(url, **how):
    answer = state["session"].post(url, allow_redirects=False, timeout=8, **how)
    try:
        said = answer.json()
    except ValueError:
        said = None
    return said if isinstance(said, dict) else {}


def log_in():
    which = "MFA_" if state["method"] == "mfa" else ""
    said = post(env["BASE_URL"] + LOGIN, data={"username": env[which + "USERNAME"], "password": env[which + "PASSWORD"]})
    if said.get("code") == 101:
        url = urljoin(origin + "/", said["otp_url"])
        if not url.startswith(origin + "/"):
            raise RuntimeError("otp_url leads elsewhere")
        if not urlsplit(url).path.startswith(base.path + "/"):
            url = origin + base.path + url[len(origin):]
        said = post(url, json={"seed": said["seed"], "otp_code": one_time_code()}, headers={"Cache-Control": "no-cache"})
    state["token"] = said.get("token")
    if not state["token"]:
        raise RuntimeError("the login was rejected")


def log_in_by_page():
    page = state["session"].get(env["LOGIN_PAGE"], timeout=8).text
    csrf = re.search(r'name="csrfmiddlewaretoken"\s+value="([^"]*)"', page)
    form = {"username": env["USERNAME"], "password": env["PASSWORD"], "csrfmiddlewaretoken": csrf[1] if csrf else ""}
    state["session"].post(env["LOGIN_PAGE"], data=form, allow_redirects=False, timeout=8)


def ask():
    how, headers = {}, {}
    if state["method"] in ("token", "mfa"):
        headers["Authorization"] = "Bearer " + state["token"]
    if state["method"] == "private-token":
        headers["Authorization"] = "Token " + env["PRIVATE_TOKEN"]
    if state["method"] == "signature":
        names = ["(request-target)", "accept", "date", "host"]
        how["auth"] = HTTPSignatureAuth(key_id=env["KEY_ID"], secret=env["KEY_SECRET"], algorithm="hmac-sha256", headers=names)
        headers["Date"] = formatdate(usegmt=True)
    return state["session"].get(env["BASE_URL"] + LIST, headers=headers, allow_redirects=False, timeout=8, **how)


def records(value):
    if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
        return value
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return next((found for found in map(records, below) if found), None)


def list_users():
    for _ in range(3):
        if state["method"] in ("token", "mfa") and not state["token"]:
            log_in()
        if state["method"] == "session" and "sessionid" not in state["session"].cookies:
            log_in_by_page()
        answer = ask()
        if answer.status_code == 429:
            time.sleep(int(answer.headers["Retry-After"]))
            continue
        try:
            found = records(answer.json()) if answer.ok else None
        except ValueError:
            found = None
        if found:
            return found
        if answer.status_code >= 500 or state["method"] in ("private-token", "signature"):
            break
        state["token"] = None
        state["session"].cookies.clear()
    raise RuntimeError("there was no list")


use("token")
for line in sys.stdin:
    asked = json.loads(line)
    try:
        if asked["op"] == "use":
            use(asked["method"])
        answer = {"ok": True, "users": list_users()} if asked["op"] == "list" else {"ok": True}
    except Exception as error:
        answer = {"ok": False, "error": type(error).__name__ + ": " + str(error)[:200]}
    print(json.dumps(answer), flush=True)
