#!/usr/bin/env bash
# Check whether the kernel is tainted, and by which modules.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-kernel-taint [--modules DIR]

Say in words why the kernel calls itself tainted (unsigned, foreign or forced modules, earlier
crashes, warnings), and name the loaded modules that are unsigned, out of tree or proprietary. A
module that nobody can explain may be a rootkit; drivers of vendors are the usual harmless cause.

  --modules DIR  where the kernel tells of its modules (default /sys/module)
  --help         show this text

Exit status: 0 not tainted, 1 tainted, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'check-kernel-taint: %s\n' "$2" >&2
  exit "$1"
}

modules=/sys/module
while (($# > 0)); do
  case $1 in
    --modules)
      (($# >= 2)) || die 2 "$1 needs a value"
      modules=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $modules != -* ]] || modules=./$modules
# An ordinary user has no sysctl in PATH on some systems; the file says the same.
if command -v sysctl >/dev/null; then
  value=$(sysctl -n kernel.tainted 2>/dev/null) || die 3 "the kernel does not tell whether it is tainted"
else
  read -r value 2>/dev/null </proc/sys/kernel/tainted || die 3 "the kernel does not tell whether it is tainted"
fi
[[ $value =~ ^[0-9]{1,10}$ ]] || die 1 "the kernel says '$value'"
shown() { # foreign text with control characters is quoted
  if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi
}

meanings=('P a proprietary module was loaded' 'F a module was loaded by force' 'S the hardware is out of specification'
  'R a module was unloaded by force' 'M the processor reported a machine check' 'B a bad memory page was met'
  'U a user asked for the taint' 'D the kernel has died (oops or BUG) before' 'A an ACPI table was replaced'
  'W the kernel has warned before' 'C a driver from staging was loaded' 'I it works around a fault of the firmware'
  'O a module from outside the kernel was loaded' 'E an unsigned module was loaded' 'L a soft lockup has happened'
  'K the kernel was live patched' 'X a taint of the distribution' 'T the kernel was built with randomised structures'
  'N a test of the kernel was run' 'J user space sent a command to the firmware of a device')
for bit in "${!meanings[@]}"; do
  if (((value >> bit) & 1)); then
    printf 'bit %2d  %s: %s\n' "$bit" "${meanings[bit]%% *}" "${meanings[bit]#* }"
  fi
done

for ((bit = ${#meanings[@]}; bit < 34; bit++)); do
  if (((value >> bit) & 1)); then printf 'bit %2d  of the distribution, or newer than this script: see its documentation\n' "$bit"; fi
done

named=0 known=''
shopt -s nullglob
for file in "${modules%/}"/*/taint; do
  flags=''
  read -r flags <"$file" 2>/dev/null || true
  [[ -n $flags ]] || continue
  words=() known+=$flags
  [[ $flags != *P* ]] || words+=(proprietary)
  [[ $flags != *O* ]] || words+=('out of tree')
  [[ $flags != *E* ]] || words+=(unsigned)
  [[ $flags != *F* ]] || words+=('loaded by force')
  [[ $flags != *C* ]] || words+=('from staging')
  module=${file%/taint}
  printf 'module %s (%s):' "$(shown "${module##*/}")" "$(shown "$flags")"
  printf ' %s;' "${words[@]:-see the flags}"
  printf '\n'
  named=$((named + 1))
done

if ((value == 0)); then
  printf 'not tainted, as the kernel tells it; a rootkit may have it say so\n'
  exit 0
fi
printf 'tainted: value %s, %d modules named\n' "$value" "$named"
# What taints stays until the restart, even if the module is gone or hides.
for pair in 0:P 12:O 13:E; do
  if (((value >> ${pair%:*}) & 1)) && [[ $known != *"${pair#*:}"* ]]; then
    printf 'no loaded module accounts for %s: it was unloaded, or hides itself\n' "${pair#*:}"
  fi
done
exit 1
