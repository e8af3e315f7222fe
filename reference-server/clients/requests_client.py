"""A client of people who know this API from its document only: requests, httpsig and pyotp of Debian.

Reads {"url", "plain", "mfa": [one account a path family], "key", "privateToken"} from standard input. Prints, as JSON, for
each way in and path family the status and the number of users got, and the status with one thing wrong.
"""
import json
import re
import sys
from email.utils import formatdate

import pyotp
import requests
from httpsig.requests_auth import HTTPSignatureAuth

given = json.load(sys.stdin)
url = given["url"]
families = {
    "users-v1": ("/api/users/v1/auth/", "/api/users/v1/users/"),
    "v1": ("/api/v1/authentication/auth/", "/api/v1/users/users/"),
}


def users(path, **how):
    answer = requests.get(url + path, headers={"Accept": "application/json", **how.pop("headers", {})}, **how)
    return [answer.status_code, len(answer.json()) if answer.ok else 0]


def bearer(token):
    return {"headers": {"Authorization": f"Bearer {token}"}}


def log_in(path, account, **changed):
    return requests.post(url + path, json={"username": account["username"], "password": account["password"], **changed})


def two_steps(path, account):
    challenge = log_in(path, account).json()
    assert challenge["code"] == 101
    code = pyotp.TOTP(account["otpSecret"]).now()
    wrong = f"{(int(code) + 1) % 10**6:06}"
    steps = [
        requests.post(
            url + challenge["otp_url"],
            json={"seed": challenge["seed"], "otp_code": one},
            headers={"cache-control": "no-cache"},
        )
        for one in (wrong, code)
    ]
    return steps[1].json()["token"], steps[0].status_code


def signature(path, secret, names, query=""):
    auth = HTTPSignatureAuth(
        key_id=given["key"]["keyId"], secret=secret, algorithm="hmac-sha256", headers=names
    )
    return users(path + query, auth=auth, headers={"Date": formatdate(usegmt=True)})


def web_session(password):
    session = requests.Session()
    page = session.get(url + "/auth/login/")
    field = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text)
    fields = {"username": given["plain"]["username"], "password": password, "csrfmiddlewaretoken": field[1]}
    session.post(url + "/auth/login/", data=fields, allow_redirects=False)
    return session.cookies.get("sessionid")


found = {}
for number, (family, (login, listing)) in enumerate(families.items()):
    token = log_in(login, given["plain"]).json()["token"]
    found[f"token {family}"] = users(listing, **bearer(token)) + [log_in(login, given["plain"], password="x").status_code]
    form = requests.post(url + login, data={"username": given["plain"]["username"], "password": given["plain"]["password"]})
    found[f"token by form {family}"] = users(listing, **bearer(form.json()["token"])) + users(listing, **bearer("x"))[:1]
    token, refused = two_steps(login, given["mfa"][number])
    found[f"two steps {family}"] = users(listing, **bearer(token)) + [refused]
    private = given["privateToken"]
    found[f"private token {family}"] = (
        users(listing, headers={"Authorization": f"Token {private}"}) + users(listing, **bearer(private))[:1]
    )
    for names in (["(request-target)", "accept", "date"], ["host", "date", "(request-target)"]):
        secret = given["key"]["keySecret"]
        found[f"signature over {' '.join(names)} {family}"] = (
            signature(listing, secret, names, "?q=a%20b&e=") + signature(listing, secret + "x", names)[:1]
        )
    cookie, none = web_session(given["plain"]["password"]), web_session("wrong")
    found[f"session {family}"] = (
        users(listing, cookies={"sessionid": cookie}) + users(listing, cookies={"sessionid": none or "none"})[:1]
    )
print(json.dumps(found))
