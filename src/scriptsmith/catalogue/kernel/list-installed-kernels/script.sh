#!/usr/bin/env bash
# List the kernels in /boot, newest first, with the space that each takes, and mark the one that runs.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-installed-kernels [--root DIR]

List each kernel in /boot with the size of all its files there and whether its modules are
installed, and mark the running and the newest one. Old ones are removed with the package manager,
never by hand; keep the running one and one to go back to.

  --root DIR  work below this directory instead of /
  --help      show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-installed-kernels: %s\n' "$2" >&2
  exit "$1"
}

root=''
while (($# > 0)); do
  case $1 in
    --root)
      (($# >= 2)) || die 2 "$1 needs a value"
      root=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

for tool in uname sort sed tac stat df; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
running=$(uname -r)
[[ -n $running ]] || die 1 "uname told no kernel version"
boot=$root/boot
[[ -d $boot ]] || die 3 "no directory $boot"
[[ -r $boot && -x $boot ]] || die 3 "$boot cannot be looked into: run it as root"

# oldest_first: the versions on stdin in their order. As rpm has it, 553.el8 comes before 553.16.1.el8, which sort alone turns round.
oldest_first() { sed 's/[.]\([a-z]\)/~~\1/' | sort -V | sed 's/~~\([a-z]\)/.\1/'; }
shopt -s nullglob
versions=()
for image in "$boot"/vmlinuz-*; do versions+=("${image##*/vmlinuz-}"); done
if ((${#versions[@]} == 0)); then
  printf 'running: %s; no kernel lies in %s (a container, or another boot layout)\n' "$running" "$boot"
  exit 0
fi

printf '%10s  %-10s  %-8s %s\n' SIZE INSTALLED MODULES VERSION
newest='' all=0 seen=false
while IFS= read -r version; do
  bytes=0
  for file in "$boot"/*-"$version" "$boot"/*-"$version".img; do
    [[ -f $file ]] && bytes=$((bytes + $(stat -c %s -- "$file")))
  done
  all=$((all + bytes))
  date=$(stat -c %y -- "$boot/vmlinuz-$version")
  modules=missing
  if [[ -d $root/lib/modules/$version ]]; then modules=there; fi
  mark=''
  if [[ -z $newest ]]; then newest=$version mark=' (newest)'; fi
  if [[ $version == 0-rescue-* ]]; then mark=' (rescue image)'; fi
  if [[ $version == "$running" ]]; then mark+=' <- running' seen=true; fi
  printf '%6d MiB  %-10s  %-8s %s%s\n' $((bytes / 1048576)) "${date%% *}" "$modules" "${version//[[:cntrl:]]/?}" "$mark"
done < <(printf '%s\n' "${versions[@]}" | oldest_first | tac)

printf '%d kernels take %d MiB\n' "${#versions[@]}" $((all / 1048576))
df -h --output=avail,pcent,target -- "$boot" | sed -n '2p' | while read -r left full mounted; do
  printf 'file system %s: %s left, %s full\n' "$mounted" "$left" "$full"
done
$seen || printf 'note: the running kernel %s is not among them: do not remove its modules\n' "$running"
