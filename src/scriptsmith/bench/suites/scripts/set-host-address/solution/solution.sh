#!/usr/bin/env bash
# Gives a host name one address in a hosts file; the file is written only when something changes.
set -euo pipefail
export LC_ALL=C

readonly name=${0##*/}

die() {
  printf '%s: %s\n' "$name" "$2" >&2
  exit "$1"
}

[[ $# -eq 3 ]] || die 2 "usage: $name FILE NAME ADDRESS"
readonly file=$1 host=$2 address=$3
[[ $host =~ ^[A-Za-z0-9.-]+$ ]] || die 2 "not a host name: $host"
octet='(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])'
[[ $address =~ ^$octet\.$octet\.$octet\.$octet$ ]] || die 2 "not an IPv4 address: $address"
[[ -f $file ]] || die 1 "no such file: $file"
[[ -w $file ]] || die 1 "cannot write $file"

new=$(mktemp)
trap 'rm -f -- "$new"' EXIT

wanted_host=$host wanted_address=$address awk '
  BEGIN { host = tolower(ENVIRON["wanted_host"]); address = ENVIRON["wanted_address"] }
  {
    hash = index($0, "#")
    data = hash ? substr($0, 1, hash - 1) : $0
    comment = hash ? substr($0, hash) : ""
    count = split(data, word, /[ \t]+/)
    first = 1
    while (first <= count && word[first] == "") first++
    has = 0; kept = ""
    for (i = first + 1; i <= count; i++) {
      if (tolower(word[i]) == host) has = 1
      else if (word[i] != "") kept = kept (kept == "" ? "" : " ") word[i]
    }
    if (!has) print
    else if (word[first] == address) { print; done = 1 }
    else if (kept != "") print word[first] "\t" kept (comment == "" ? "" : " " comment)
  }
  END { if (!done) print address "\t" ENVIRON["wanted_host"] }' <"$file" >"$new"

cmp -s -- "$file" "$new" && exit 0
# Written in place: /etc/hosts is a mount of its own in containers, where a rename is refused.
cat -- "$new" >"$file"
