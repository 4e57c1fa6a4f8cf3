#!/usr/bin/env bash
# List the loaded kernel modules, largest first, with what uses them, and say whether the kernel is
# tainted.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-kernel-modules [--module NAME] [--proc-root DIR] [--sys-root DIR] [--modules-root DIR]

List the loaded modules with size, how often each is used and by which modules, and mark those
that taint the kernel (proprietary, out of tree, unsigned). With a module named it fails when that
is not loaded; whether it is built into the kernel is looked up in the list that the kernel's package
brings along, and it is said where that cannot be seen, as in a container.

  --module NAME       only this module; all shows every one (default all)
  --proc-root DIR     where the process file system is mounted (default /proc)
  --sys-root DIR      where sysfs is mounted (default /sys)
  --modules-root DIR  where the modules of the kernels lie (default /lib/modules)
  --help              show this text

Exit status: 0 done, 1 the module named is not loaded, or it failed, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'list-kernel-modules: %s\n' "$2" >&2
  exit "$1"
}

module=all proc=/proc sys=/sys lib=/lib/modules
while (($# > 0)); do
  case $1 in
    --module | --proc-root | --sys-root | --modules-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --module) module=$2 ;;
        --proc-root) proc=$2 ;;
        --sys-root) sys=$2 ;;
        --modules-root) lib=$2 ;;
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
for tool in sort uname; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

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
  # A module without settings has no folder in sysfs when it is built in.
  list=$lib/$(uname -r)/modules.builtin
  built_in=false known=false
  if [[ -d $sys/module/$module ]]; then built_in=true; fi
  if [[ -r $list ]]; then
    known=true
    while IFS= read -r path; do
      path=${path##*/} path=${path%%.ko*}
      if [[ ${path//-/_} == "$module" ]]; then built_in=true; fi
    done <"$list"
  fi
  if $built_in; then
    printf 'built in: %s is part of the kernel\n' "$module"
    exit 0
  fi
  printf 'not loaded: %s\n' "$module"
  $known || printf 'note: whether it is built in cannot be seen here (no %s)\n' "$list" >&2
  exit 1
fi
