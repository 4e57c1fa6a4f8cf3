#!/usr/bin/env bash
# Tells which certificates of a directory have expired or expire soon.
set -euo pipefail

if (($# != 2)) || [[ ! $2 =~ ^[0-9]{1,6}$ ]]; then
  printf 'usage: %s DIRECTORY DAYS\n' "${0##*/}" >&2
  exit 2
fi
directory=$1 days=$((10#$2))
if [[ ! -d $directory ]]; then
  printf 'error: there is no directory %s\n' "$directory" >&2
  exit 2
fi

now=$(date +%s)
status=0
LC_ALL=C
shopt -s nullglob extglob
for file in "$directory"/*.@(pem|crt); do
  [[ -f $file ]] || continue
  name=${file##*/}
  if ! end=$(openssl x509 -noout -enddate <"$file" 2>/dev/null) || ! end=$(date -d "${end#notAfter=}" +%s); then
    printf 'unreadable %s\n' "$name"
    status=3
    continue
  fi
  left=$((end - now))
  if ((left <= 0)); then
    printf 'expired %s\n' "$name"
  elif ((left <= days * 86400)); then
    printf '%d days %s\n' "$((left / 86400))" "$name"
  else
    continue
  fi
  ((status == 3)) || status=1
done
exit "$status"
