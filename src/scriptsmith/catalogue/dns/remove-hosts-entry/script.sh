#!/usr/bin/env bash
# Remove a name from the hosts file.
#
# Undo: the former file is kept beside it with .before at its end; copy it back.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: remove-hosts-entry --name NAME [--file FILE] [--dry-run]

Take a name out of the hosts file, so that DNS answers for it again. Other names on the same line
stay; a line without names left goes. localhost and the name of this host are refused. A copy of
the former file is kept beside it.

  --name NAME  host name
  --file FILE  hosts file (default /etc/hosts)
  --dry-run    say what would be done, change nothing
  --help       show this text

Exit status: 0 the name is not there (any more), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'remove-hosts-entry: %s\n' "$2" >&2
  exit "$1"
}

name='' file=/etc/hosts dry_run=false
while (($# > 0)); do
  case $1 in
    --name | --file)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --name) name=$2 ;;
        --file) file=$2 ;;
      esac
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

[[ -n $name ]] || die 2 "--name is required (see --help)"
[[ $name =~ ^[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?$ ]] || die 2 "--name takes a host name, not '$name'"
[[ $file != -* ]] || file=./$file
for tool in awk mktemp; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
own=$(uname -n) own=${own,,} # with its domain, or without
case ${name,,} in
  localhost | localhost.* | ip6-* | "$own" | "$own".* | "${own%%.*}" | "${own%%.*}".*) die 3 "refused: programs of this host rely on $name" ;;
esac
[[ -f $file && -r $file ]] || die 3 "cannot read $file"
lines_with() {
  awk -v name="${name,,}" '{
    line = $0; sub(/#.*/, ""); gsub(/\r/, " ")
    for (i = 2; i <= NF; i++) if (tolower($i) == name) { print line; next }
  }' "$file"
}
now=$(lines_with)
if [[ -z $now ]]; then
  printf 'nothing to do: %s is not in %s\n' "$name" "$file"
  exit 0
fi
printf '%s\n' "$now" | tr -d '\000-\010\013-\037\177' | sed 's/^/found: /'
if $dry_run; then
  printf 'would remove: %s from %s\n' "$name" "$file"
  exit 0
fi
[[ -w $file ]] || die 3 "cannot write to $file (this needs root)"

work=$(mktemp)
trap 'rm -f -- "$work"' EXIT
awk -v name="${name,,}" '{
  text = $0; comment = ""
  if (match(text, /#/)) { comment = substr(text, RSTART); text = substr(text, 1, RSTART - 1) }
  count = split(text, word, /[ \t\r]+/); first = (word[1] == "") ? 2 : 1
  out = word[first]; left = 0; hit = 0
  for (i = first + 1; i <= count; i++) {
    if (word[i] == "") continue
    if (tolower(word[i]) == name) { hit = 1; continue }
    out = out " " word[i]; left++
  }
  if (!hit) print
  else if (left > 0) print out (comment == "" ? "" : " " comment)
}' "$file" >"$work" || die 1 "could not work out the new file"
cp -p -- "$file" "$file.before" || die 1 "could not keep a copy of $file"
# Written in place: in a container the hosts file is mounted, and cannot be replaced.
cat -- "$work" >"$file" || die 1 "could not write $file; the former one is $file.before"
[[ -z $(lines_with) ]] || die 1 "$name is still in $file"
printf 'removed: %s from %s (the former file: %s)\n' "$name" "$file" "$file.before"
