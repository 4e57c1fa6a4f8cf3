#!/usr/bin/env bash
# Waits until a service is healthy, with pauses that double.
set -euo pipefail

readonly longest=30

if (($# != 3)) || [[ ! $2 =~ ^[1-9][0-9]{0,5}$ || ! $3 =~ ^[1-9][0-9]{0,5}$ ]]; then
  printf 'usage: %s URL ATTEMPTS PAUSE\n' "${0##*/}" >&2
  exit 2
fi
url=$1 attempts=$2 pause=$3

healthy() {
  local answer
  answer=$(curl --silent --show-error --max-time 5 --write-out '\n%{http_code}' --url "$url" </dev/null) || return 1
  [[ ${answer##*$'\n'} == 200 ]] || return 1
  jq -e 'type == "object" and .status == "ok"' <<<"${answer%$'\n'*}" >/dev/null 2>&1
}

for ((attempt = 1; attempt <= attempts; attempt++)); do
  if healthy; then
    printf 'healthy after %d attempts\n' "$attempt"
    exit 0
  fi
  ((attempt < attempts)) || break
  ((pause <= longest)) || pause=$longest
  sleep "$pause"
  pause=$((pause * 2))
done
printf 'error: %s is not healthy after %d attempts\n' "$url" "$attempts" >&2
exit 1
