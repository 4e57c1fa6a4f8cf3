#!/usr/bin/env bash
# List the loaded kernel modules, largest first, with what uses them, and say whether the kernel is
# tainted.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-kernel-modules [--module NAME] [--proc-root DIR] [--sys-root DIR]

List the loaded modules with size, how often each is used and by which modules, and mark those
that taint the kernel (proprietary, out of tree, unsigned). With a module named it fails when that
is not loaded; it may still be built into the kernel, which is said where that can be seen.

  --module NAME    only this module; all shows every one (default all)
  --proc-root DIR  where the process file system is mounted (default /proc)
  --sys-root DIR   where sysfs is mounted (default /sys)
  --help           show this text

Exit status: 0 done, 1 the module named is not loaded, or it failed, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'list-kernel-modules: %s\n' "$2" >&2
  exit "$1"
}

module=all proc=/proc sys=/sys
while (($# > 0)); do
  case $1 in
    --module | --proc-root | --sys-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --module) module=$2 ;;
        --proc-root) proc=$2 ;;
        --sys-root) sys=$2 ;;
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

[[ $module =~ ^[A-Za-z0-9_-]{1,60}$ ]] || die 2 "--module takes the name of a module or all, not '$module'"
module=${module//-/_} # the kernel writes it so
[[ -r $proc/modules ]] || die 3 "this kernel has no loadable modules ($proc/modules cannot be read)"
command -v sort >/dev/null || die 3 "sort is not installed"

# "name size uses dependents, state address (taints)"
rows=() marked=0
while read -r name size uses by state _ taints; do
  [[ $size =~ ^[0-9]+$ ]] || continue
  [[ $module == all || $name == "$module" ]] || continue
  mark=''
  if [[ -n $taints ]]; then
    mark=" taints:$taints"
    marked=$((marked + 1))
  fi
  if [[ $state != Live ]]; then mark+=" $state"; fi
  by=${by%,}
  if [[ $by == - ]]; then by=''; fi
  rows+=("$(printf '%9d KiB  %-28s %4s  %s%s' $((size / 1024)) "$name" "$uses" "$by" "$mark")")
done <"$proc/modules"

if ((${#rows[@]} > 0)); then
  printf '%13s  %-28s %4s  %s\n' SIZE MODULE USES 'USED BY'
  printf '%s\n' "${rows[@]}" | sort -k1,1nr -k3,3
fi
if [[ $module == all ]]; then
  printf '%d modules are loaded, %d of them taint the kernel\n' "${#rows[@]}" "$marked"
  if { read -r tainted <"$proc/sys/kernel/tainted"; } 2>/dev/null && [[ $tainted != 0 ]]; then
    printf 'the kernel is tainted (%s)\n' "$tainted"
  fi
elif ((${#rows[@]} == 0)); then
  if [[ -d $sys/module/$module ]]; then
    printf 'built in: %s is part of the kernel\n' "$module"
    exit 0
  fi
  printf 'not loaded: %s\n' "$module"
  exit 1
fi
