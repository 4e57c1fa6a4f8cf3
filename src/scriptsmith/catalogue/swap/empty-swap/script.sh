#!/usr/bin/env bash
# Bring all swapped pages back to memory, by turning each swap area off and on again.
#
# Undo: none is needed; the same areas are in use afterwards, with their priorities or in their order.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: empty-swap [--dry-run] [--proc-root DIR]

Turn each swap area that is used off, which moves its content to memory, and on again with its
priority; areas without one of their own keep their order. Other options of swapon are not kept. It is
refused unless what is swapped fits into the memory that is available with a tenth of all memory
to spare, and that of each control group with a limit (a container, a service) into its limit: the
kernel would kill processes. It can take minutes and loads the disk. While it runs there is less swap.

  --proc-root DIR  where the process file system is mounted (default /proc)
  --dry-run        say what would be done, change nothing
  --help           show this text

Exit status: 0 swap is empty, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'empty-swap: %s\n' "$2" >&2
  exit "$1"
}

proc=/proc dry_run=false
while (($# > 0)); do
  case $1 in
    --proc-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      proc=$2
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

for tool in swapoff swapon timeout sort find; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -r $proc/swaps && -r $proc/meminfo && -r $proc/mounts ]] || die 3 "cannot read $proc/swaps, $proc/meminfo and $proc/mounts"

names=() kinds=() priorities=() uses=() all=0
while read -r name kind size used priority; do
  [[ $size =~ ^[0-9]+$ && $used =~ ^[0-9]+$ && $priority =~ ^-?[0-9]+$ ]] || continue
  printf -v name '%b' "${name//\\/\\0}" # a blank is \040 there
  names+=("$name") kinds+=("$kind") priorities+=("$priority") uses+=("$used")
  all=$((all + used))
done <"$proc/swaps"
if ((${#names[@]} == 0)); then
  printf 'no swap is in use on this host\n'
  exit 0
fi
if ((all == 0)); then
  printf 'nothing to do: swap is empty\n'
  exit 0
fi

total=0 available=0
while read -r key value _; do
  case $key in
    MemTotal:) total=$value ;;
    MemAvailable:) available=$value ;;
  esac
done <"$proc/meminfo"
((total > 0 && available > 0)) || die 1 "$proc/meminfo does not tell the memory"
printf '%d MiB are swapped out; %d of %d MiB memory are available\n' $((all / 1024)) $((available / 1024)) $((total / 1024))
((all + total / 10 <= available)) || die 3 "refused: it would not fit with a tenth of the memory to spare; stop something first"

# What a control group has swapped out comes back into its own limit, whatever is free elsewhere. Only the cache of files
# makes way for it then.
untold=0
while read -r _ place kind options _; do
  case $kind,$options, in
    cgroup2,*) limit=memory.max usage=memory.current prefix='' ;;
    cgroup,*,memory,*) limit=memory.limit_in_bytes usage=memory.usage_in_bytes prefix=total_ ;;
    *) continue ;;
  esac
  while IFS= read -r -d '' file; do
    group=${file%/*} swapped='' cache=0
    { read -r most <"$file" && read -r held <"$group/$usage"; } 2>/dev/null || continue # it has gone
    [[ $most =~ ^[0-9]{1,18}$ ]] || continue # no limit: max, or a number beyond all memory
    if [[ -r $group/memory.swap.current ]]; then read -r swapped <"$group/memory.swap.current"; fi
    while read -r key value; do
      case $key in
        "${prefix}swap") swapped=$value ;;
        "${prefix}active_file" | "${prefix}inactive_file") cache=$((cache + value)) ;;
      esac
    done <"$group/memory.stat"
    if [[ -z $swapped ]]; then
      untold=$((untold + 1))
    elif ((swapped > 0 && held - cache + swapped > most)); then
      die 3 "refused: $((swapped / 1048576)) MiB of the control group $group would come back above its limit of $((most / 1048576)) MiB, and the kernel would kill processes in it"
    fi
  done < <(find "$place" -mindepth 1 -name "$limit" -print0)
done <"$proc/mounts"
((untold == 0)) || printf 'warning: the kernel does not tell what %d control groups with a limit have swapped out; if it does not fit, processes are killed\n' "$untold" >&2

# A negative priority is the kernel's own: an area that is turned on again comes after all the others. So that the order
# stays, each area after the first one that is used is turned off and on as well.
top=-99999
for i in "${!names[@]}"; do
  if ((priorities[i] < 0 && uses[i] > 0 && priorities[i] > top)); then top=${priorities[i]}; fi
done
order=()
while read -r _ i; do
  if ((priorities[i] < 0 ? priorities[i] <= top : uses[i] > 0)); then order+=("$i"); fi
done < <(for i in "${!names[@]}"; do printf '%d %d\n' "${priorities[i]}" "$i"; done | sort -k1,1nr)
if $dry_run; then
  for i in "${order[@]}"; do printf 'would turn off and on: %s\n' "${names[i]}"; done
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
for i in "${order[@]}"; do
  rc=0
  timeout 540 swapoff -- "${names[i]}" || rc=$?
  if ((rc != 0)); then
    die 1 "could not turn ${names[i]} off (status $rc); it is still in use, and so are the areas after it"
  fi
  # A negative priority cannot be given.
  if ((priorities[i] >= 0)); then
    swapon --priority "${priorities[i]}" -- "${names[i]}" || die 1 "${names[i]} is OFF and could not be turned on again: swapon ${names[i]}"
  else
    swapon -- "${names[i]}" || die 1 "${names[i]} is OFF and could not be turned on again: swapon ${names[i]}"
  fi
  printf 'emptied: %s (%d MiB)\n' "${names[i]}" $((uses[i] / 1024))
done

after=0 areas=0
while read -r _ _ size used _; do
  [[ $size =~ ^[0-9]+$ && $used =~ ^[0-9]+$ ]] || continue
  areas=$((areas + 1)) after=$((after + used))
done <"$proc/swaps"
((areas == ${#names[@]})) || die 1 "$areas swap areas are in use, before there were ${#names[@]}"
printf 'done: %d MiB are swapped out now, in %d areas\n' $((after / 1024)) "$areas"
