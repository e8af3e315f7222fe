# shellcheck shell=bash
# An example of a client, which adapter.sh drives; your own client replaces it. It needs bash, curl and openssl.
base=$CONFORMANCE_BASE_URL origin=$(grep -o '^https*://[^/]*' <<<"$CONFORMANCE_BASE_URL") list=/api/v1/users/users/
prefix=${base#"$origin"} jar=$(mktemp) head=$(mktemp) method=token ahead=0 token=''
trap 'rm -f "$jar" "$head"' EXIT

# Body of an answer on one line; its status and header are in $head. Redirects are not followed.
send() { curl --silent --show-error --globoff --path-as-is --max-time 8 --dump-header "$head" "$@" | tr -d '\r\n'; }
status() { sed -n 's/^HTTP[^ ]* \([0-9]*\).*/\1/p' "$head" | tail -1; }
# A field of JSON as it is written there, with its quotes and escapes; and what it means.
field() { grep -o "\"$1\" *: *\(\"\([^\"\\\\]\|\\\\.\)*\"\|[0-9]*\)" | head -1 | sed "s/^\"$1\" *: *//"; }
plain() { printf '%b' "$(sed 's/^"//; s/"$//; s/\\\//\//g')"; }

code() {
  local key step mac
  key=$(base32 -d <<<"$CONFORMANCE_OTP_SECRET" | od -An -v -tx1 | tr -d ' \n')
  step=$(printf '%016x' $((($(date +%s) + ahead) / 30)) | sed 's/../\\x&/g')
  mac=$(printf '%b' "$step" | openssl dgst -sha1 -mac HMAC -macopt "hexkey:$key" | sed 's/.* //')
  printf '%06d' $(((16#${mac:$((16#${mac:39:1} * 2)):8} & 0x7fffffff) % 1000000))
}
log_in() {
  local name=$CONFORMANCE_USERNAME password=$CONFORMANCE_PASSWORD said url
  if [[ $method == mfa ]]; then name=$CONFORMANCE_MFA_USERNAME password=$CONFORMANCE_MFA_PASSWORD; fi
  said=$(send "$base/api/v1/authentication/auth/" --data-urlencode "username=$name" --data-urlencode "password=$password")
  if [[ $(field code <<<"$said") == 101 ]]; then
    url=$(field otp_url <<<"$said" | plain)
    url=${url#"$origin"}
    if [[ $url == *://* ]]; then return 1; fi
    url=/${url#/}
    if [[ $url != "$prefix"/* ]]; then url=$prefix$url; fi
    said=$(send "$origin$url" -H 'Content-Type: application/json' -H 'cache-control: no-cache' \
      --data-binary "{\"seed\":$(field seed <<<"$said"),\"otp_code\":\"$(code)\"}")
  fi
  token=$(field token <<<"$said" | plain)
  [[ -n $token ]]
}
log_in_by_page() {
  local csrf
  csrf=$(send "$CONFORMANCE_LOGIN_PAGE" --cookie-jar "$jar" | sed -n 's/.*csrfmiddlewaretoken" value="\([^"]*\).*/\1/p')
  send "$CONFORMANCE_LOGIN_PAGE" --cookie "$jar" --cookie-jar "$jar" --data-urlencode "csrfmiddlewaretoken=$csrf" \
    --data-urlencode "username=$CONFORMANCE_USERNAME" --data-urlencode "password=$CONFORMANCE_PASSWORD" >/dev/null
}
# The list on one line, with the method in use; what it needs is in $how.
ask() {
  local date text
  how=(-H 'Accept: application/json')
  case $method in
    token | mfa) how+=(-H "Authorization: Bearer $token") ;;
    private-token) how+=(-H "Authorization: Token $CONFORMANCE_PRIVATE_TOKEN") ;;
    session) how+=(--cookie "$jar" --cookie-jar "$jar") ;;
    signature)
      date=$(LC_ALL=C date --utc --date "@$(($(date +%s) + ahead))" '+%a, %d %b %Y %H:%M:%S GMT')
      text=$(printf '(request-target): get %s\naccept: application/json\ndate: %s' "$prefix$list" "$date" |
        openssl dgst -sha256 -hmac "$CONFORMANCE_KEY_SECRET" -binary | base64)
      how+=(-H "Date: $date" -H "Authorization: Signature keyId=\"$CONFORMANCE_KEY_ID\",algorithm=\"hmac-sha256\",headers=\"(request-target) accept date\",signature=\"$text\"")
      ;;
  esac
  send "$base$list" "${how[@]}"
}
use() { method=$1 token='' && : >"$jar"; }
advance() { ahead=$((ahead + $1)); }
# Leaves the records, a list in JSON, in $users.
list_users() {
  local said
  for _ in 1 2 3; do
    if [[ $method == @(token|mfa) && -z $token ]] && ! log_in; then return 1; fi
    if [[ $method == session ]] && ! grep -q sessionid "$jar"; then log_in_by_page; fi
    if ! said=$(ask); then return 1; fi
    case $(status) in
      2*) if users=$(grep -o '\[ *{.*} *\]' <<<"$said"); then return 0; fi ;;
      429) sleep "$(sed -n 's/^retry-after: *\([0-9]*\).*/\1/ip' "$head")" && continue ;;
      5*) return 1 ;;
    esac
    if [[ $method == @(private-token|signature) ]]; then return 1; fi
    token='' && : >"$jar"
  done
  return 1
}
