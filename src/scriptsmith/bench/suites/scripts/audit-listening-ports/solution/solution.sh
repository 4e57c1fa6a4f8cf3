#!/usr/bin/env bash
# Tells the TCP ports that are open to other hosts and not allowed.
set -euo pipefail

if (($# != 1)); then
  printf 'usage: %s ALLOWED\n' "${0##*/}" >&2
  exit 2
fi
if [[ ! -f $1 || ! -r $1 ]]; then
  printf 'error: cannot read %s\n' "$1" >&2
  exit 2
fi

declare -A allowed=()
while IFS= read -r line || [[ -n $line ]]; do
  line=${line%%#*}
  line=${line//[[:space:]]/}
  [[ -z $line ]] || allowed[$line]=1
done <"$1"

sockets=$(ss -H -t -l -n) || {
  printf 'error: ss failed\n' >&2
  exit 3
}

found=''
while read -r _ _ _ local _; do
  [[ -n $local ]] || continue
  port=${local##*:} address=${local%:*}
  address=${address%%%*}
  address=${address#[}
  address=${address%]}
  case $address in
    127.* | ::1 | ::ffff:127.*) continue ;;
    *) ;;
  esac
  [[ -n ${allowed[$port]-} ]] || found+="$port $address"$'\n'
done <<<"$sockets"

[[ -n $found ]] || exit 0
printf '%s' "$found" | LC_ALL=C sort -k1,1n -k2,2 -u
exit 1
