#!/usr/bin/env bash
# Lets "conformance client" drive a client: reads one operation per line, and answers each with one line.
# Source your own client instead of the example, and call it in the three branches.
set -uo pipefail
source "$(dirname "$0")/example-client.sh"

ok() { echo "{\"ok\":true${1-}}"; }
value() { sed "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/" <<<"$line"; }

while read -r line; do
  case $line in
    # From now on, use this method, with its credentials from the environment; forget tokens and cookies.
    *'"op":"use"'*) use "$(value method)" && ok ;;
    # List the users: log in, answer the challenge and log in again as needed.
    *'"op":"list"'*) if list_users; then ok ",\"users\":$users"; else echo '{"ok":false,"error":"there was no list"}'; fi ;;
    # The server's time moved by so many seconds. A client that goes by the system's time ignores it.
    *'"op":"advance"'*) advance "$(value seconds)" && ok ;;
    *) echo '{"ok":false,"unsupported":true}' ;;
  esac
done
