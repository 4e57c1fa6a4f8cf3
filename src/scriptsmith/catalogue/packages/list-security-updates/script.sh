#!/usr/bin/env bash
# List the security updates that are waiting to be installed.
#
# Undo: nothing to undo, it simulates an upgrade and installs nothing.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-security-updates [--lists DIR]

List the packages for which a newer version waits in a security archive (of Debian, Ubuntu and
their kin), with the installed and the new version, and say how old the package lists are: without
a fresh apt-get update nothing new is known. Held packages are told apart, since an upgrade passes
them over.

  --lists DIR  where apt keeps the package lists (default /var/lib/apt/lists)
  --help       show this text

Exit status: 0 none is waiting, 1 some are, or it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-security-updates: %s\n' "$2" >&2
  exit "$1"
}

lists=/var/lib/apt/lists
while (($# > 0)); do
  case $1 in
    --lists)
      (($# >= 2)) || die 2 "$1 needs a value"
      lists=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $lists != -* ]] || lists=./$lists
for tool in apt-get find; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
answer=$(LC_ALL=C apt-get --simulate --quiet --option Debug::NoLocking=true dist-upgrade 2>&1 </dev/null) ||
  die 1 "apt-get cannot work out an upgrade: $(tail -n 1 <<<"$answer")"
held=$(LC_ALL=C apt-mark showhold 2>/dev/null) || held=''

# "Inst NAME [OLD] (NEW ARCHIVE [ARCH])"; a new package has no [OLD].
count=0 form='^Inst ([^ ]+) (\[([^]]+)\] )?\(([^ ]+) (.*)\)'
while IFS= read -r line; do
  [[ $line =~ $form ]] || continue
  name=${BASH_REMATCH[1]} old=${BASH_REMATCH[3]:-not installed} new=${BASH_REMATCH[4]} from=${BASH_REMATCH[5]}
  [[ ${from,,} == *security* ]] || continue
  count=$((count + 1))
  printf '%s  %s -> %s  (%s)\n' "$name" "$old" "$new" "${from%% \[*}"
done <<<"$answer"
if [[ -n $held ]]; then
  printf 'note: on hold, so not looked at: %s\n' "${held//$'\n'/ }"
fi

newest=$(find "$lists" -maxdepth 1 -type f \( -name '*Release' -o -name '*Packages*' \) -printf '%C@\n' 2>/dev/null | sort -rn | sed -n 1p) || newest=''
if [[ -n $newest ]]; then
  age=$((($(date +%s) - ${newest%%.*}) / 86400))
  printf 'package lists: %d days old\n' "$age"
  ((age < 3)) || printf 'warning: run apt-get update for a current answer\n' >&2
else
  printf 'warning: there are no package lists; run apt-get update first\n' >&2
fi
printf '%d security updates are waiting\n' "$count"
((count == 0)) || exit 1
