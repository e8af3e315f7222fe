"""An example of a client, which adapter.py drives; your own client replaces it. It needs only Python's standard library."""
import base64, hashlib, hmac, json, os, re, struct, time, urllib.error, urllib.parse, urllib.request
from email.utils import formatdate

env = {name[12:]: value for name, value in os.environ.items() if name.startswith("CONFORMANCE_")}
base, state = urllib.parse.urlsplit(env["BASE_URL"]), {"method": "token", "ahead": 0, "token": None, "cookies": {}}
LOGIN, LIST = "/api/v1/authentication/auth/", "/api/v1/users/users/"


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


opener = urllib.request.build_opener(NoRedirect, urllib.request.ProxyHandler({}))


def send(method, url, headers, body=None):
    request = urllib.request.Request(url, body, {"Accept": "application/json", **headers}, method=method)
    try:
        answer = opener.open(request, timeout=8)
    except urllib.error.HTTPError as error:
        answer = error
    for text in answer.headers.get_all("Set-Cookie") or []:
        name, _, value = text.split(";")[0].partition("=")
        state["cookies"][name] = value
    return answer.status, answer.headers, answer.read().decode()


def post(url, fields, **headers):
    body = send("POST", url, {"Content-Type": "application/json", **headers}, json.dumps(fields).encode())[2]
    try:
        said = json.loads(body)
    except ValueError:
        said = None
    return said if isinstance(said, dict) else {}


def code():
    step = struct.pack(">Q", int(time.time() + state["ahead"]) // 30)
    mac = hmac.new(base64.b32decode(env["OTP_SECRET"]), step, hashlib.sha1).digest()
    at = mac[-1] & 15
    return f"{(struct.unpack('>I', mac[at:at + 4])[0] & 0x7FFFFFFF) % 10**6:06}"


def log_in():
    which = "MFA_" if state["method"] == "mfa" else ""
    said = post(env["BASE_URL"] + LOGIN, {"username": env[which + "USERNAME"], "password": env[which + "PASSWORD"]})
    if said.get("code") == 101:
        url = urllib.parse.urljoin(f"{base.scheme}://{base.netloc}/", said["otp_url"])
        if urllib.parse.urlsplit(url).netloc != base.netloc:
            raise RuntimeError("otp_url leads to another origin")
        path = url[len(f"{base.scheme}://{base.netloc}"):]
        if not path.startswith(base.path + "/"):
            path = base.path + path
        said = post(f"{base.scheme}://{base.netloc}{path}", {"seed": said["seed"], "otp_code": code()}, **{"Cache-Control": "no-cache"})
    if not isinstance(said.get("token"), str) or not said["token"]:
        raise RuntimeError("the login was rejected")
    state["token"] = said["token"]


def cookies():
    return "; ".join(f"{name}={value}" for name, value in state["cookies"].items())


def log_in_by_page():
    page = send("GET", env["LOGIN_PAGE"], {})[2]
    csrf = re.search(r'name="csrfmiddlewaretoken"\s+value="([^"]*)"', page)
    form = {"username": env["USERNAME"], "password": env["PASSWORD"], "csrfmiddlewaretoken": csrf[1] if csrf else ""}
    send("POST", env["LOGIN_PAGE"], {"Cookie": cookies()}, urllib.parse.urlencode(form).encode())


def authorization():
    if state["method"] == "session":
        return {"Cookie": cookies()}
    if state["method"] == "private-token":
        return {"Authorization": "Token " + env["PRIVATE_TOKEN"]}
    if state["method"] != "signature":
        return {"Authorization": "Bearer " + state["token"]}
    date = formatdate(time.time() + state["ahead"], usegmt=True)
    text = f"(request-target): get {base.path}{LIST}\naccept: application/json\ndate: {date}"
    mac = base64.b64encode(hmac.new(env["KEY_SECRET"].encode(), text.encode(), hashlib.sha256).digest()).decode()
    names = "(request-target) accept date"
    return {
        "Date": date,
        "Authorization": f'Signature keyId="{env["KEY_ID"]}",algorithm="hmac-sha256",headers="{names}",signature="{mac}"',
    }


def records(value):
    """The first list of objects, wherever it stands."""
    if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
        return value
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return next((found for found in map(records, below) if found), None)


def use(method):
    state.update(method=method, token=None, cookies={})


def advance(seconds):
    state["ahead"] += seconds


def list_users():
    for _ in range(3):
        if state["method"] in ("token", "mfa") and state["token"] is None:
            log_in()
        if state["method"] == "session" and "sessionid" not in state["cookies"]:
            log_in_by_page()
        status, headers, body = send("GET", env["BASE_URL"] + LIST, authorization())
        if status == 429:
            time.sleep(int(headers.get("Retry-After", 1)))
            continue
        try:
            found = records(json.loads(body)) if 200 <= status < 300 else None
        except ValueError:
            found = None
        if found:
            return found
        if status >= 500 or state["method"] in ("private-token", "signature"):
            break
        state.update(token=None, cookies={})
    raise RuntimeError(f"there was no list ({status})")
