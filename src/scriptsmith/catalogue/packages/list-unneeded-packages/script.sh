#!/usr/bin/env bash
# List the packages that nothing needs any more (autoremove).
#
# Undo: nothing to undo, it simulates a removal and removes nothing.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-unneeded-packages

List the packages that were installed for others and that nothing installed needs now, with the
space that each takes, as apt-get autoremove would remove them. Look through the list before you
do that: what somebody came to rely on can be kept with apt-mark manual. Nothing is removed.

  --help  show this text

Exit status: 0 done (also when there is none), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-unneeded-packages: %s\n' "$2" >&2
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

for tool in apt-get dpkg-query; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
answer=$(LC_ALL=C apt-get --simulate --quiet --option Debug::NoLocking=true autoremove 2>&1 </dev/null) ||
  die 1 "apt-get cannot work it out: ${answer##*$'\n'}"

# "Remv NAME [VERSION]", or Purg where the configuration of apt has it purge what it removes
# No <<< here: before 5.1 bash writes such a text to /tmp, which may be full.
count=0 sum=0 kernel=$(uname -r)
while IFS= read -r line; do
  [[ $line =~ ^(Remv|Purg)\ ([^\ ]+)\ \[([^]]+)\] ]] || continue
  name=${BASH_REMATCH[2]} version=${BASH_REMATCH[3]}
  kib=$(dpkg-query --show --showformat='${Installed-Size}\n' -- "$name" 2>/dev/null | sed -n 1p) || kib=0
  [[ $kib =~ ^[0-9]{1,12}$ ]] || kib=0
  count=$((count + 1)) sum=$((sum + 10#$kib))
  note=''
  [[ $name != *"$kernel"* ]] || note='  THE RUNNING KERNEL'
  printf '%8d KiB  %s %s%s\n' "$((10#$kib))" "$name" "$version" "$note"
done < <(printf '%s\n' "$answer")
if ((count == 0)); then
  printf 'none: each automatically installed package is needed, recommended or suggested by another, or kept by the configuration of apt\n'
else
  printf '%d packages, %s in all\n' "$count" "$(numfmt --from-unit=1024 --to=iec --suffix=B "$sum")"
fi
