#!/usr/bin/env bash
# List the installed packages that apt could upgrade, with the version now and the version then.
#
# Undo: nothing to undo, it only simulates an upgrade.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-upgradable-packages [--scope all|security]

Simulate a full upgrade and list the packages that it would upgrade, with old and new version,
and those that it would remove, keep back or leave for later (phased updates of Ubuntu). One counts as a security update when a security archive
has a newer version than the installed one; where no archive calls itself one of security, that is
said. Packages on hold are named apart, and so is a security update that no upgrade brings, since
something keeps it. The package lists are used as
they are; refresh them with apt-get update first if they are old. Without any, as in a fresh container,
it is refused.

  --scope all|security  all upgrades, or only security updates (default all)
  --help                show this text

Exit status: 0 done (whether or not there are any), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-upgradable-packages: %s\n' "$2" >&2
  exit "$1"
}

scope=all
while (($# > 0)); do
  case $1 in
    --scope)
      (($# >= 2)) || die 2 "$1 needs a value"
      scope=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $scope == all || $scope == security ]] || die 2 "--scope takes all or security, not '$scope'"
for tool in apt-get apt-cache apt-mark dpkg-query awk grep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed (this is for Debian, Ubuntu and their kin)"
done
archives=$(LC_ALL=C apt-cache policy) || die 1 "apt-cache cannot read what the archives have"
# What is installed is a source of its own.
awk '/^ *-?[0-9]+ / && $2 != "/var/lib/dpkg/status" { found = 1 } END { exit !found }' <<<"$archives" || die 3 "there are no package lists, so nothing is known of upgrades: run apt-get update first"
plan=$(LC_ALL=C apt-get --simulate --quiet -o Debug::NoLocking=true dist-upgrade 2>/dev/null </dev/null) ||
  die 1 "apt-get could not work out an upgrade (look at: apt-get --simulate dist-upgrade)"

waiting() { # of each installed package with a newer version in a security archive: NAME INSTALLED VERSION ARCHIVE
  local names installed
  # Broken off half-way is no answer.
  installed=$(dpkg-query --show --showformat='${db:Status-Status} ${binary:Package}\n' | awk '$1 == "installed" { print $2 }') || return 1
  [[ -n $installed ]] || return 1
  mapfile -t names <<<"$installed"
  # First all archives with what they call themselves, then each package with all its versions, the newest first.
  { LC_ALL=C apt-cache policy && echo ===== && LC_ALL=C apt-cache policy -- "${names[@]}"; } | awk '
    { source = $0; sub(/^ *-?[0-9]+ /, "", source) }
    $0 == "=====" { packages = 1; next }
    !packages && /^ *-?[0-9]+ / { archive = source; if (tolower(archive) ~ /security/) secure[archive] }
    !packages && /^ +release / && tolower($0) ~ /security/ { secure[archive] }
    !packages { next }
    /^[^ ]/ { name = $0; sub(/:$/, "", name); newer = told = 0; next }
    $1 == "Installed:" { installed = $2; next }
    /^  Version table:/ { newer = 1; next }
    /^ \*\*\* / { newer = 0; next }
    /^     [^ ]/ { version = $1; next }
    newer && !told && source in secure { told = 1; print name, installed, version, source }'
}
found=$(waiting) || die 1 "cannot read which versions the archives have"

# Inst NAME [OLD] (NEW ARCHIVE [ARCHITECTURE]); a package without [OLD] would be a new one.
awk -v scope="$scope" '
  FNR == NR { secure[$1]; next }
  /^The following packages have been kept back:/ { listing = 1; next }
  /^The following upgrades have been deferred due to phasing:/ { listing = 2; next }
  listing == 1 && /^  / { kept = kept $0; next }
  listing == 2 && /^  / { phased = phased $0; next }
  { listing = 0 }
  $1 == "Inst" && $3 ~ /^\[/ {
    old = $3; new = $4; comes[$2]
    gsub(/[][]/, "", old)
    sub(/^\(/, "", new)
    archive = $0
    sub(/^[^(]*\([^ ]+ /, "", archive)
    sub(/ \[[^(]*$/, "", archive)
    total++
    if ($2 in secure) security++
    else if (scope == "security") next
    if (!shown++) printf "%-40s %-28s %-28s %s\n", "PACKAGE", "INSTALLED", "AVAILABLE", "FROM"
    printf "%-40s %-28s %-28s %s\n", $2, old, new, archive
  }
  $1 == "Inst" && $3 !~ /^\[/ { fresh++ }
  $1 == "Remv" { removed = removed " " $2 }
  END {
    for (name in secure) if (name != "" && !(name in comes)) waits = waits " " name
    printf "%d upgradable, %d of them security updates, %d new packages would come with them\n", total, security, fresh
    if (waits != "") print "a security update WAITS, and no upgrade brings it (hold, pin, APT::Default-Release), not counted:" waits
    if (removed != "") print "a full upgrade would remove:" removed
    gsub(/  +/, " ", kept)
    if (kept != "") print "kept back, not counted:" kept
    gsub(/  +/, " ", phased)
    if (phased != "") print "deferred by phasing, not counted:" phased
  }' <(printf '%s\n' "$found") - <<<"$plan"

grep -qi security <<<"$archives" || printf 'note: no archive here calls itself one of security updates, so that none could be counted\n'
held=$(apt-mark showhold 2>/dev/null) || held=''
[[ -z $held ]] || printf 'on hold, not counted: %s\n' "${held//$'\n'/ }"
[[ ! -d /var/lib/apt/lists ]] || printf 'package lists changed last: %s\n' "$(date -r /var/lib/apt/lists '+%F %H:%M')"
