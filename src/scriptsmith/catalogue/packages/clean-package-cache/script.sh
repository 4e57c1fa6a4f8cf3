#!/usr/bin/env bash
# Clean the cache of downloaded packages (apt).
#
# Undo: none is needed: apt downloads again what it needs, as long as the archive still has it.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: clean-package-cache [--cache DIR] [--dry-run]

Remove the package files that apt has downloaded and kept, and say how much space that freed.
Installed packages and package lists stay. Where the network is away, a package of the cache could
not be installed again. apt removes every file of the folder, so one that does not look as apt left
it is refused: without its partial and lock, or with anything in it but package files as apt names
them (NAME_VERSION_ARCH.deb).

  --cache DIR  where apt keeps downloaded packages (default /var/cache/apt/archives)
  --dry-run    say what would be done, change nothing
  --help       show this text

Exit status: 0 the cache is empty, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'clean-package-cache: %s\n' "$2" >&2
  exit "$1"
}

cache=/var/cache/apt/archives dry_run=false
while (($# > 0)); do
  case $1 in
    --cache)
      (($# >= 2)) || die 2 "$1 needs a value"
      cache=$2
      shift 2
      ;;
    --dry-run)
      dry_run=true
      shift
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

for tool in apt-get apt-config find; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ $cache == /* ]] || cache=$PWD/$cache
[[ -d $cache ]] || die 3 "no such directory: $cache"
[[ ! -d ${cache%/}/archives/partial ]] || cache=${cache%/}/archives # /var/cache/apt itself was named
[[ -r $cache && -x $cache ]] || die 3 "cannot read $cache (run as root)"
# apt-get clean unlinks every plain file here, whatever it is: all of them have to be apt's own.
[[ -d ${cache%/}/partial ]] || die 3 "refused: $cache does not look like a cache of apt (it has no folder partial)"
if [[ ! -f ${cache%/}/lock ]]; then # apt makes it at its first download
  own=$(apt-config shell dir Dir::Cache::archives/d) || die 3 "apt-config does not tell where apt keeps packages"
  [[ $own == "dir='${cache%/}/'" ]] || die 3 "refused: $cache does not look like a cache of apt (it has no lock)"
fi
foreign=$(find "${cache%/}/" -mindepth 1 -maxdepth 1 ! \( -type f -name '*_*_*.*deb' -o -type f -name lock -o -type d -name partial \
  -o -type d -name auxfiles -o -type d -name lost+found \) -printf '%f\n') || die 3 "cannot look into $cache (run as root)"
if [[ -n $foreign ]]; then
  foreign=${foreign%%$'\n'*}
  die 3 "refused: $cache holds what apt did not put there: ${foreign//[[:cntrl:]]/?}"
fi
content() { # sets files and bytes
  local list size
  files=0 bytes=0
  list=$(find "${cache%/}/" -name lost+found -prune -o -type f ! -name lock -printf '%s\n') || die 3 "cannot look into all of $cache (run as root)"
  while read -r size; do
    [[ -z $size ]] || files=$((files + 1)) bytes=$((bytes + size))
  done < <(printf '%s\n' "$list") # before 5.1 Bash writes a <<< to /tmp, and the disk may be full
}
human() { numfmt --to=iec --suffix=B -- "$1"; }

content
if ((files == 0)); then
  printf 'nothing to do: the cache is empty already: %s\n' "$cache"
  exit 0
fi
if $dry_run; then
  printf 'would remove: %d files, %s, from %s\n' "$files" "$(human "$bytes")" "$cache"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "this needs root"
before=$bytes count=$files
apt-get --quiet --option "Dir::Cache::archives=$cache" clean </dev/null || die 1 "apt-get could not clean (does another one run?)"
content
((files == 0)) || die 1 "$files files are still in $cache"
printf 'removed: %d files, %s, from %s\n' "$count" "$(human "$before")" "$cache"
