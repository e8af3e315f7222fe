#!/usr/bin/env bash
# A client of curl, openssl and oathtool. URL, USERNAME, PASSWORD, MFA_USERNAME, MFA_PASSWORD, OTP_SECRET, KEY_ID,
# KEY_SECRET and PRIVATE_TOKEN come in as variables, FAMILY as users-v1 or v1. Prints a line for each way in:
# its name, the status, the number of users got, and the status with one thing wrong.
set -euo pipefail
case $FAMILY in
  users-v1) login=/api/users/v1/auth/ list=/api/users/v1/users/ ;;
  v1) login=/api/v1/authentication/auth/ list=/api/v1/users/users/ ;;
esac

# Status and number of users of a request for the list, or the status alone.
users() {
  curl --silent --write-out '\n%{http_code}\n' --header 'Accept: application/json' "$@" |
    awk '/^[0-9][0-9][0-9]$/ { print $0, count } { count += gsub(/"username"/, "") }'
}
refused() { users "$@" | cut --delimiter=' ' --fields=1; }
# The string value of a field in JSON on standard input.
field() { sed -n "s/.*\"$1\": *\"\([^\"]*\)\".*/\1/p"; }
log_in() {
  curl --silent "$URL$login" --data-urlencode "username=$1" --data-urlencode "password=$2" "${@:3}"
}

token=$(log_in "$USERNAME" "$PASSWORD" | field token)
echo "token: $(users "$URL$list" --oauth2-bearer "$token") $(refused "$URL$list" --oauth2-bearer "${token}x")"

challenge=$(log_in "$MFA_USERNAME" "$MFA_PASSWORD")
[[ $challenge == *'"code":101'* ]]
second_step() {
  curl --silent "$URL$(field otp_url <<<"$challenge")" --header 'cache-control: no-cache' --json \
    "{\"seed\":\"$(field seed <<<"$challenge")\",\"otp_code\":\"$1\"}" "${@:2}"
}
code=$(oathtool --totp --base32 "$OTP_SECRET")
refused=$(second_step "$(printf '%06d' $(((10#$code + 1) % 1000000)))" --output /dev/null --write-out '%{http_code}')
token=$(second_step "$code" | field token)
echo "two steps: $(users "$URL$list" --oauth2-bearer "$token") $refused"

echo "private token: $(users "$URL$list" --header "Authorization: Token $PRIVATE_TOKEN")" \
  "$(refused "$URL$list" --oauth2-bearer "$PRIVATE_TOKEN")"

date=$(LC_ALL=C date --utc '+%a, %d %b %Y %H:%M:%S GMT')
signed() {
  local signature
  signature=$(printf '(request-target): get %s\naccept: application/json\ndate: %s' "$list?limit=2" "$date" |
    openssl dgst -sha256 -hmac "$KEY_SECRET" -binary | base64)
  echo "Signature keyId=\"$KEY_ID\",algorithm=\"hmac-sha256\",headers=\"(request-target) accept date\",signature=\"$signature\""
}
echo "signature: $(users "$URL$list?limit=2" --header "Date: $date" --header "Authorization: $(signed)")" \
  "$(refused "$URL$list?limit=3" --header "Date: $date" --header "Authorization: $(signed)")"

jar=$(mktemp)
trap 'rm -f "$jar"' EXIT
csrf=$(curl --silent --cookie-jar "$jar" "$URL/auth/login/" | sed -n 's/.*csrfmiddlewaretoken" value="\([^"]*\).*/\1/p')
curl --silent --output /dev/null --cookie "$jar" --cookie-jar "$jar" "$URL/auth/login/" \
  --data-urlencode "csrfmiddlewaretoken=$csrf" --data-urlencode "username=$USERNAME" --data-urlencode "password=$PASSWORD"
echo "session: $(users "$URL$list" --cookie "$jar") $(refused "$URL$list" --cookie 'sessionid=none')"
