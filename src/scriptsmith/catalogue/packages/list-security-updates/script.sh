#!/usr/bin/env bash
# List the security updates that are waiting to be installed.
#
# Undo: nothing to undo, it simulates an upgrade and installs nothing.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-security-updates [--lists DIR]

List the packages for which a newer version waits in a security archive (of Debian, Ubuntu and
their kin), with the installed and the new version, and say how old the package lists of the
security archive are: without a fresh apt-get update nothing new is known, and a release that is at
the end of its life gets no updates any more. Where no archive that calls itself one of security is
known, that is said, and nothing is counted. What an upgrade passes over, since it is on hold or
pinned, or since something else would have to change for it, counts too and is marked.

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
for tool in apt-get apt-cache apt-mark dpkg-query awk find; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
answer=$(LC_ALL=C apt-get --simulate --quiet --option Debug::NoLocking=true dist-upgrade 2>&1 </dev/null) ||
  die 1 "apt-get cannot work out an upgrade: $(tail -n 1 <<<"$answer")"
held=$(LC_ALL=C apt-mark showhold 2>/dev/null) || die 1 "cannot read which packages are on hold"
security_updates() { # of each installed package with a newer version in a security archive: NAME INSTALLED VERSION PIN ARCHIVE
  local names installed
  # Broken off half-way is no answer.
  installed=$(dpkg-query --show --showformat='${db:Status-Status} ${binary:Package}\n' | awk '$1 == "installed" { print $2 }') || return 1
  [[ -n $installed ]] || return 1
  mapfile -t names <<<"$installed"
  # First all archives with what they call themselves, then each package with all its versions, the newest first.
  { LC_ALL=C apt-cache policy && echo ===== && LC_ALL=C apt-cache policy -- "${names[@]}"; } | awk '
    { source = $0; sub(/^ *-?[0-9]+ /, "", source) }
    $0 == "=====" { for (archive in secure) known = 1; if (!known) exit 3; packages = 1; next }
    !packages && /^ *-?[0-9]+ / { archive = source; if (tolower(archive) ~ /security/) secure[archive] }
    !packages && /^ +release / && tolower($0) ~ /security/ { secure[archive] }
    !packages { next }
    /^[^ ]/ { name = $0; sub(/:$/, "", name); newer = told = 0; next }
    $1 == "Installed:" { installed = $2; next }
    $1 == "Candidate:" { candidate = $2; next }
    /^  Version table:/ { newer = 1; next }
    /^ \*\*\* / { newer = 0; next }
    /^     [^ ]/ { version = $1; next }
    newer && !told && source in secure { told = 1; print name, installed, version, candidate == installed ? "pinned" : "free", source }'
}
rc=0
found=$(security_updates) || rc=$?
((rc != 3)) || die 3 "no security archive is among the package lists: none is named in the sources, or apt-get update has not been run"
((rc == 0)) || die 1 "cannot read which versions the archives have"

# "Inst NAME [OLD] (NEW ARCHIVE [ARCH])"; a new package has no [OLD].
count=0 form='^Inst ([^ ]+) (\[([^]]+)\] )?\(([^ ]+) (.*)\)'
declare -A comes=()
while IFS= read -r line; do
  [[ $line =~ $form ]] || continue
  name=${BASH_REMATCH[1]} old=${BASH_REMATCH[3]} new=${BASH_REMATCH[4]} from=${BASH_REMATCH[5]}
  comes[$name]=yes
  [[ -z $old && ${from,,} == *security* ]] || continue
  count=$((count + 1))
  printf '%s  not installed -> %s  (%s)\n' "$name" "$new" "${from%% \[*}"
done <<<"$answer"
while read -r name old new pin from; do
  [[ -n $name ]] || continue
  count=$((count + 1)) note=''
  if grep -qxF -e "$name" <<<"$held"; then
    note='  ON HOLD'
  elif [[ $pin == pinned ]]; then
    note='  KEPT BY A PIN (apt_preferences, APT::Default-Release)'
  elif [[ -z ${comes[$name]-} ]]; then
    note='  NOT PART OF AN UPGRADE'
  fi
  printf '%s  %s -> %s  (%s)%s\n' "$name" "$old" "$new" "$from" "$note"
done <<<"$found"

# Another archive may be fetched each day while the one that counts here is out of reach, or gets nothing new any more.
newest=$(find "$lists" -maxdepth 1 -type f \( -name '*Release' -o -name '*Packages*' \) -printf '%C@ %f\n' 2>/dev/null | sort -rn |
  awk 'NR == 1 { any = $1 } !own && tolower($2) ~ /security/ { own = $1 } END { print own ? own : any }') || newest=''
if [[ -n $newest ]]; then
  age=$((($(date +%s) - ${newest%%.*}) / 86400))
  printf 'package lists: %d days old\n' "$age"
  ((age < 3)) || printf 'warning: run apt-get update for a current answer; if the lists stay as old, the security archive is out of reach, or this release gets no updates any more\n' >&2
else
  printf 'warning: there are no package lists; run apt-get update first\n' >&2
fi
printf '%d security updates are waiting in archives named for security; fixes from other sources (a vendor, Docker, PGDG, Ubuntu Pro when not attached) are not counted\n' "$count"
((count == 0)) || exit 1
