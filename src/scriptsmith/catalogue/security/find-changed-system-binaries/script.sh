#!/usr/bin/env bash
# Find system programs that changed lately.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-changed-system-binaries [--days N] [--directory DIR]

List the files in the directories of system programs whose data, mode or owner changed within some
days, the latest first, and mark those that belong to no package. The time that is judged (ctime)
cannot be set back by touch. After an upgrade many of them change: compare with the history of
packages. That symbolic links are not looked at, and that a replaced file of a package is found by
verifying the packages, is told.

  --days N         how far to look back (default 7)
  --directory DIR  one directory; system is /usr/bin, /usr/sbin, /usr/local and their kin
                   (default system)
  --help           show this text

Exit status: 0 done, 1 not all could be searched, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'find-changed-system-binaries: %s\n' "$2" >&2
  exit "$1"
}

days=7 directory=system
while (($# > 0)); do
  case $1 in
    --days | --directory)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --days) days=$2 ;;
        --directory) directory=$2 ;;
      esac
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

{ [[ $days =~ ^[0-9]{1,7}$ ]] && ((10#$days >= 1 && 10#$days <= 36500)); } ||
  die 2 "--days takes a whole number from 1 to 36500, not '$days'"
days=$((10#$days))
for tool in find sort realpath awk sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
shown() { # foreign text with control characters is quoted
  if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi
}
directories=()
if [[ $directory == system ]]; then
  for place in /bin /sbin /usr/bin /usr/sbin /usr/local/bin /usr/local/sbin /usr/lib/systemd /usr/libexec; do
    # On most systems of today /bin is a link to /usr/bin, and a place may be one to somewhere else.
    [[ -d $place ]] || continue
    place=$(realpath -- "$place") || die 3 "cannot tell where $place leads"
    [[ " ${directories[*]} " == *" $place "* ]] || directories+=("$place")
  done
else
  [[ -d $directory ]] || die 3 "no such directory: $directory"
  # /bin is a link on most systems, and packages own what it leads to.
  directory=$(realpath -- "$directory") || die 3 "no such directory: $directory"
  directories=("$directory")
fi
complete=false records=() paths=()
while IFS= read -r -d '' record; do
  if [[ $record == complete ]]; then complete=true; else records+=("$record") paths+=("${record#* * * * * }"); fi
done < <(find "${directories[@]}" -ignore_readdir_race -xdev -type f -ctime "-$days" -printf '%C@ %CY-%Cm-%Cd %CH:%CM %M %u %p\0' 2>/dev/null |
  sort -z -k1,1rn && ((PIPESTATUS[0] == 0)) && printf 'complete\0')
absent='NO PACKAGE'
packaged() { # the files of all packages, a line each
  if command -v dpkg-query >/dev/null; then cat /var/lib/dpkg/info/*.list /var/lib/dpkg/diversions 2>/dev/null; else rpm --query --all --list; fi
}
command -v dpkg-query >/dev/null || command -v rpm >/dev/null || absent='not asked '
# They may be recorded under a name that is a link by now: /bin/ls, or /usr/sbin/ip.
links="s|^/bin/|$(realpath /bin)/|; s|^/sbin/|$(realpath /sbin)/|; s|^/lib/|$(realpath /lib)/|; s|^/usr/sbin/|$(realpath /usr/sbin)/|"
declare -A owned=()
while IFS= read -r path; do owned[$path]=1; done < <(
  [[ $absent == not* ]] || packaged | sed "$links" | LC_ALL=C awk 'FNR == NR { asked[$0]; next } $0 != "" && $0 in asked' <(printf '%s\n' "${paths[@]}") -
)
foreign=0
for record in "${records[@]}"; do
  read -r _ day hour mode user _ <<<"${record//$'\n'/ }"
  path=${record#* * * * * }
  mark=$absent
  if [[ -n ${owned[$path]-} ]]; then mark='          '; else foreign=$((foreign + 1)); fi
  printf '%s %s  %s %-8s %s  %s\n' "$day" "$hour" "$mode" "$user" "$mark" "$(shown "$path")"
done
printf '%d files changed within %d days; %d of them: %s\n' "${#records[@]}" "$days" "$foreign" "$absent"
[[ $absent == NO* ]] || printf 'note: there is neither dpkg nor rpm to ask for packages\n'
printf 'note: not looked at are symbolic links, and whether a file of a package is still the one that the package brought (dpkg --verify, rpm --verify --all)\n' >&2
for place in "${directories[@]}"; do
  own=''
  while IFS= read -r -d '' record; do # subvolumes of btrfs count as file systems, too
    own=${own:-${record%% *}}
    [[ ${record%% *} == "$own" ]] || printf 'note: not entered, another file system: %s\n' "$(shown "${record#* }")" >&2
  done < <(find "$place" -ignore_readdir_race -xdev -type d -printf '%D %p\0' 2>/dev/null)
done
$complete || die 1 "not all could be searched (run this as root)"
