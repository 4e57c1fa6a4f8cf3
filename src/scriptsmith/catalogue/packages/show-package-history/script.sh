#!/usr/bin/env bash
# Show which packages were installed, upgraded or removed lately.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-package-history [--days N] [--package NAME] [--log FILE]

Show from the logs of dpkg when packages were installed, upgraded, downgraded, removed or purged
within some days, the latest last: the first question when a host behaves differently since
yesterday. What was begun and has not come about is marked. Rotated logs are read as well; when they do not reach back so far, that is said. On whose
behalf it was done dpkg does not tell, and snaps and the like are not its business, as is told.

  --days N        how far to look back (default 7)
  --package NAME  one package, or all (default all)
  --log FILE      log of dpkg; FILE.1, FILE-20240131.gz and so on are read too (default
                  /var/log/dpkg.log)
  --help          show this text

Exit status: 0 done (also when nothing changed), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-package-history: %s\n' "$2" >&2
  exit "$1"
}

days=7 package=all log=/var/log/dpkg.log
while (($# > 0)); do
  case $1 in
    --days | --package | --log)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --days) days=$2 ;;
        --package) package=$2 ;;
        --log) log=$2 ;;
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

{ [[ $days =~ ^[0-9]{1,6}$ ]] && ((10#$days >= 1 && 10#$days <= 3650)); } ||
  die 2 "--days takes a whole number from 1 to 3650, not '$days'"
days=$((10#$days))
[[ $package =~ ^[a-z0-9][a-z0-9+.-]*(:[a-z0-9-]+)?$ ]] || die 2 "--package takes the name of a package, not '$package'"
[[ $log != -* ]] || log=./$log
for tool in zcat dpkg; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed (this is for Debian, Ubuntu and their kin)"
done
shopt -s nullglob
logs=("$log" "$log".* "$log"-[0-9]*)
readable=()
for file in "${logs[@]}"; do
  if [[ $file =~ \.(xz|zst|bz2)$ ]]; then printf 'note: %s is not read, for it is packed in another way than gzip\n' "$file" && continue; fi
  [[ ! -f $file ]] || readable+=("$file")
done
((${#readable[@]} > 0)) || die 3 "there is no log $log (is this a Debian or Ubuntu host?)"
since=$(date -d "$days days ago" '+%F %T')

# zcat --force passes through what it cannot unpack.
text=$(zcat --force -- "${readable[@]}" 2>/dev/null) || die 1 "not all logs could be read"
found=$(awk -v since="$since" -v package="$package" '
  $3 == "status" && $4 ~ /^(installed|config-files|not-installed)$/ {
    key = $5 ($4 == "installed" ? " " $6 : "")
    if (($1 " " $2) > done[key]) done[key] = $1 " " $2
    # From all to an architecture, or back: begun under the old name, done under the new one.
    sub(/:[^ ]*/, "", key); if (($1 " " $2) > done[key]) done[key] = $1 " " $2
  }
  $3 ~ /^(install|upgrade|remove|purge)$/ && ($1 " " $2) >= since {
    name = $4; sub(/:.*/, "", name)
    if (package != "all" && package != name && package != $4) next
    what = $3; old = $5; new = $6
    if (what == "install") line = "installed   " $4 " " new
    else if (what == "upgrade" && old == new) line = "reinstalled " $4 " " new
    else if (what == "upgrade") line = "upgraded    " $4 " " old " -> " new
    else line = (what == "remove" ? "removed     " : "purged      ") $4 " " old
    # That it was begun is all that such a line says.
    waits[++n] = $4 (what == "install" || what == "upgrade" ? " " new : "")
    other[n] = name ($4 ~ /:all$/ ? "" : ":all") (what == "install" || what == "upgrade" ? " " new : "")
    at[n] = $1 " " $2; lines[n] = line
  }
  END { for (i = 1; i <= n; i++) print at[i] " " lines[i] (done[waits[i]] < at[i] && done[other[i]] < at[i] ? "  NOT COMPLETED" : "") }' <<<"$text" | LC_ALL=C sort -u)
first=$(awk '$1 ~ /^[0-9]+-[0-9]+-[0-9]+$/ && (!n++ || $1 " " $2 < first) { first = $1 " " $2 } END { print first }' <<<"$text")
if [[ -z $first || $first > $since ]]; then printf 'note: the logs begin at %s, of the time before nothing is known\n' "${first:-no time at all}"; fi
if [[ -z $found ]]; then
  printf 'no change within %d days (%s); what came without dpkg (snap, pip, containers) is not in its log\n' "$days" "$package"
  exit 0
fi
# dpkg calls a downgrade an upgrade too.
while IFS= read -r line; do
  read -r _ _ what _ old _ new _ <<<"$line"
  if [[ $what == upgraded ]] && dpkg --compare-versions "$old" gt "$new"; then line=${line/upgraded  /downgraded}; fi
  printf '%s\n' "$line"
done <<<"$found" | tr -d '\000-\010\013-\037\177'
printf '%d changes within %d days (%s); what came without dpkg (snap, pip, containers) is not in its log\n' "$(wc -l <<<"$found")" "$days" "$package"
