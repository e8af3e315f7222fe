"""Lets "conformance client" drive a client: reads one operation per line, and answers each with one line.

Import your own client instead of the example, and call it in the three functions.
"""
import json, sys
import example_client as client


def use(method):
    """From now on, use this method, with its credentials from the environment; forget tokens and cookies."""
    client.use(method)
    return {}


def list_users():
    """List the users: log in, answer the challenge and log in again as needed. Raise an error if there is no list."""
    return {"users": client.list_users()}


def advance(seconds):
    """The server's time moved by so many seconds. A client that goes by the system's time ignores it."""
    client.advance(seconds)
    return {}


operations = {"use": use, "list": list_users, "advance": advance}
for line in sys.stdin:
    asked = json.loads(line)
    operation = operations.get(asked.pop("op"))
    try:
        answer = {"ok": True, **operation(**asked)} if operation else {"ok": False, "unsupported": True}
    except Exception as error:
        answer = {"ok": False, "error": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer), flush=True)
