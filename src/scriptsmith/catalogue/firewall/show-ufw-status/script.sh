#!/usr/bin/env bash
# Show the status and the rules of ufw.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-ufw-status

Say whether ufw is active, with its defaults, its logging and its numbered rules, and warn of what
surprises people: rules that wait while ufw is off, and a default that lets everything in. Docker
writes rules of its own past ufw.

  --help  show this text

Exit status: 0 ufw is active, 1 it is not, or failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-ufw-status: %s\n' "$2" >&2
  exit "$1"
}

while (($# > 0)); do
  case $1 in
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

export LC_ALL=C LANGUAGE='' # to ufw, which is of Python, LANGUAGE is more than LC_ALL
PATH=$PATH:/usr/sbin:/sbin
command -v ufw >/dev/null || die 3 "ufw is not installed"
[[ $(id -u) == 0 ]] || die 3 "this needs root"
verbose=$(ufw status verbose) || die 1 "ufw does not answer"
head=$(sed -n '/^To /q; /^$/d; p' <<<"$verbose")
printf '%s\n' "$head"

if [[ $verbose != *'Status: active'* ]]; then
  added=$(ufw show added | sed 1d) || added=''
  if [[ -n $added && $added != '(None)' ]]; then
    printf 'rules that wait until it is switched on:\n%s\n' "$added"
  fi
  printf 'NOT ACTIVE: ufw filters nothing (other rules may: see list-firewall-rules)\n'
  exit 1
fi
numbered=$(ufw status numbered) || die 1 "ufw does not list its rules"
rules=$(grep -E '^\[ *[0-9]+\]' <<<"$numbered") || rules=''
if [[ -n $rules ]]; then
  printf '%s\n%d rules\n' "$rules" "$(wc -l <<<"$rules")"
else
  printf 'no rules\n'
fi
case $verbose in
  *'allow (incoming)'*) printf 'warning: what no rule denies is let in\n' >&2 ;;
esac
if [[ -d /sys/class/net/docker0 ]]; then
  printf 'note: Docker publishes the ports of containers past ufw\n' >&2
fi
