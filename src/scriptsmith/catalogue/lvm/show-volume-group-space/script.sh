#!/usr/bin/env bash
# Show size, free space and number of volumes of each LVM volume group.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-volume-group-space

List the volume groups with their size and what is not yet given to a logical volume: so much the
volumes can grow without a new disk. A group that misses a physical volume is marked. Where LVM keeps
a list of its devices, as Red Hat 9 does, it does not see groups on others: these are named.

  --help  show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-volume-group-space: %s\n' "$2" >&2
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

command -v vgs >/dev/null || die 3 "vgs is not installed"
rows=$(vgs --noheadings --units b --nosuffix --separator '|' --options vg_name,vg_size,vg_free,pv_count,lv_count,vg_missing_pv_count) ||
  die 3 "the volume groups cannot be read; run as root"

room() { # BYTES, in the largest unit of which there are ten
  if (($1 >= 10737418240)); then printf '%d GiB' $(($1 / 1073741824)); else printf '%d MiB' $(($1 / 1048576)); fi
}
# No <<< here: before 5.1 bash writes such a text to /tmp, which may be full.
groups=0 broken=0 full=0
while IFS='|' read -r name size free disks volumes missing; do
  name=${name#"${name%%[! ]*}"}
  [[ -n $name && $size =~ ^[0-9]+$ && $free =~ ^[0-9]+$ ]] || continue
  if ((groups == 0)); then printf '%12s %12s %5s %6s %8s  %s\n' SIZE FREE '' DISKS VOLUMES GROUP; fi
  groups=$((groups + 1)) mark=''
  if ((free == 0)); then full=$((full + 1)) mark='  FULL'; fi
  if [[ ${missing// /} =~ ^[1-9] ]]; then
    mark+='  MISSES A DISK'
    broken=$((broken + 1))
  fi
  printf '%12s %12s %4d%% %6s %8s  %s%s\n' "$(room "$size")" "$(room "$free")" \
    $((size > 0 ? 100 * free / size : 0)) "$disks" "$volumes" "$name" "$mark"
done < <(printf '%s\n' "$rows")

# With a list of devices LVM looks at no others: a disk that came from another host is none of it.
if all=$(vgs --devicesfile '' --noheadings --options vg_name 2>/dev/null); then
  while read -r name; do
    [[ -z $name || $rows == *[[:space:]]"$name|"* ]] || printf 'not used here, its disks are not among the devices of LVM (lvmdevices --adddev): %s\n' "$name"
  done < <(printf '%s\n' "$all")
fi
if ((groups == 0)); then
  printf 'LVM sees no volume group on this host\n'
else
  printf '%d groups, %d of them full, %d incomplete\n' "$groups" "$full" "$broken"
fi
