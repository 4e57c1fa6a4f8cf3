#!/usr/bin/env bash
# Check whether updates wait for a reboot: by the marks of the package manager and by the kernel that
# runs.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-reboot-needed [--root DIR]

Look for the mark that packages of Debian and Ubuntu leave when they want a reboot, and compare
the running kernel with the newest installed one of its kind, on Debian also with the build that the
package of its name holds now. Packages of RPM leave no mark, and of Debian only kernels do unless
update-notifier-common is installed: there the C library, systemd, dbus, openssl, firmware and the like
are compared with the time of the boot. Nothing is rebooted. Services that run old
libraries need only a restart of their own.

  --root DIR  work below this directory instead of /
  --help      show this text

Exit status: 0 no reboot is needed, 1 one is needed, or it failed, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'check-reboot-needed: %s\n' "$2" >&2
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

for tool in uname sort sed stat; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
running=$(uname -r)
[[ -n $running ]] || die 1 "uname told no kernel version"
needed=0

mark=$root/var/run/reboot-required
if [[ ! -e $mark && -e $root/run/reboot-required ]]; then mark=$root/run/reboot-required; fi
if [[ -e $mark ]]; then
  printf 'a package asks for a reboot (%s)\n' "$mark"
  needed=1
  if [[ -r $mark.pkgs ]]; then
    while IFS= read -r package; do
      printf '  %s\n' "${package//[[:cntrl:]]/?}"
    done < <(LC_ALL=C sort -u -- "$mark.pkgs")
  fi
fi

# oldest_first: the versions on stdin in their order. As rpm has it, 553.el8 comes before 553.16.1.el8, which sort alone turns round.
oldest_first() { sed 's/[.]\([a-z]\)/~~\1/' | sort -V | sed 's/~~\([a-z]\)/.\1/'; }
# A kernel is installed where its modules and its image are.
shopt -s nullglob
versions=()
for modules in "$root"/lib/modules/*/; do
  version=${modules%/} version=${version##*/}
  if [[ -e $root/boot/vmlinuz-$version || -e $modules/vmlinuz ]]; then versions+=("$version"); fi
done
printf 'running kernel: %s\n' "$running"
if ((${#versions[@]} == 0)); then
  printf 'installed kernels: none visible (a container, or a kernel that comes from outside)\n'
else
  newest=$(printf '%s\n' "${versions[@]}" | oldest_first | sed -n '$p')
  printf 'newest installed kernel: %s\n' "$newest"
  # Kernels of another flavour (cloud, rt) do not replace this one: what follows "6.1.0-18" or "5.14.0-70.el9.x86_64".
  number='^[0-9.]+(-[0-9][0-9A-Za-z._~]*)?([+][a-z]+[0-9]+)?'
  flavour() { [[ $1 =~ $number ]] && printf '%s' "${1#"${BASH_REMATCH[0]}"}"; }
  kind=$(flavour "$running") own=''
  while IFS= read -r version; do
    if [[ $(flavour "$version") == "$kind" ]]; then own=$version; fi
  done < <(printf '%s\n' "${versions[@]}" | oldest_first)
  if [[ -n $own && $own != "$running" && $(printf '%s\n%s\n' "$own" "$running" | oldest_first | sed -n '$p') == "$own" ]]; then
    printf 'the running kernel is older than %s\n' "$own"
    needed=1
  fi
fi

# Debian may replace a kernel under its own name: the build that runs is told by the kernel itself.
built='' build='Debian ([0-9][^ ]*)'
{ IFS= read -r built </proc/version; } 2>/dev/null || true
if [[ -z $root && $built =~ $build ]] && command -v dpkg-query >/dev/null; then
  built=${BASH_REMATCH[1]}
  installed=$(dpkg-query --show --showformat='${Version}' "linux-image-$running" 2>/dev/null) || installed=''
  if [[ -n $installed && $installed != "$built" ]]; then
    printf 'the running kernel was built as %s, and its package is at %s now\n' "$built" "$installed"
    needed=1
  fi
fi

# What needs-restarting -r looks at: packages that everything runs with, installed since the boot.
booted=''
if [[ -z $root ]]; then
  while read -r word value _; do
    if [[ $word == btime ]]; then booted=$value; fi
  done </proc/stat
  [[ $booted =~ ^[0-9]+$ ]] || die 1 "the time of the boot cannot be read"
fi
# A container, which has no kernel, does not boot.
if [[ -n $booted && ! -x /usr/share/update-notifier/notify-reboot-required ]] && ((${#versions[@]} > 0)) && command -v dpkg-query >/dev/null; then
  for list in /var/lib/dpkg/info/*.list; do
    name=${list##*/} name=${name%.list} name=${name%%:*}
    case $name in
      libc6 | systemd | dbus | dbus-daemon | dbus-broker | libssl[0-9]* | libgnutls30* | intel-microcode | amd64-microcode | firmware-*)
        installed=$(stat -c %Y -- "$list")
        if ((installed > booted)); then
          printf 'installed since the boot: %s\n' "$name"
          needed=1
        fi
        ;;
    esac
  done
fi
if [[ -n $booted ]] && ((${#versions[@]} > 0)) && command -v rpm >/dev/null && ! command -v dpkg-query >/dev/null; then
  packages=$(rpm --query --all --queryformat '%{NAME} %{INSTALLTIME}\n') || die 1 "rpm does not tell its packages"
  while read -r name installed; do
    case $name in
      glibc | systemd | dbus | dbus-broker | dbus-daemon | openssl-libs | gnutls | linux-firmware | microcode_ctl | kernel-rt | kernel-core | kernel)
        if ((installed > booted)); then
          printf 'installed since the boot: %s\n' "$name"
          needed=1
        fi
        ;;
    esac
  done <<<"$packages"
fi

if ((needed == 1)); then
  printf 'REBOOT NEEDED\n'
  exit 1
fi
printf 'no reboot is needed\n'
