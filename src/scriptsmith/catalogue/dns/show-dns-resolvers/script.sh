#!/usr/bin/env bash
# Show which DNS resolvers this host uses.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-dns-resolvers [--file FILE] [--upstream FILE] [--order FILE]

Show the name servers, search domains and options of resolv.conf. Where that of systemd-resolved
stands there (127.0.0.53), the servers behind it are shown as it writes them down. The order in
which hosts file and DNS are used is shown too. Whether the servers answer is not tried.

  --file FILE      resolver configuration to read (default /etc/resolv.conf)
  --upstream FILE  file in which systemd-resolved names the servers behind it (default
                   /run/systemd/resolve/resolv.conf)
  --order FILE     file with the order of the sources (default /etc/nsswitch.conf)
  --help           show this text

Exit status: 0 at least one resolver is set, 1 none is, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-dns-resolvers: %s\n' "$2" >&2
  exit "$1"
}

file=/etc/resolv.conf upstream=/run/systemd/resolve/resolv.conf order=/etc/nsswitch.conf
while (($# > 0)); do
  case $1 in
    --file | --upstream | --order)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --file) file=$2 ;;
        --upstream) upstream=$2 ;;
        --order) order=$2 ;;
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

[[ $file != -* ]] || file=./$file
[[ $order != -* ]] || order=./$order
[[ $upstream != -* ]] || upstream=./$upstream
command -v sed >/dev/null || die 3 "sed is not installed"
if [[ -L $file ]]; then
  printf '%s is a link to %s\n' "$file" "$(readlink -- "$file")"
  [[ -e $file ]] || die 3 "that is not there: what writes it (systemd-resolved, NetworkManager?) does not run"
fi
[[ -r $file ]] || die 3 "cannot read $file"

count=0 stub=false
while read -r key value || [[ -n $key ]]; do
  [[ $value != *[[:cntrl:]]* ]] || value=${value@Q}
  case $key in
    nameserver)
      count=$((count + 1))
      note=''
      # The C library asks three at most.
      ((count <= 3)) || note='  (never asked: only the first three count)'
      if [[ $value == 127.* || $value == ::1* ]]; then
        if [[ $value == 127.0.0.5[34]* ]]; then stub=true; fi
        note="  (a resolver on this host)"
      fi
      printf 'nameserver %s%s\n' "${value%% *}" "$note"
      ;;
    search | domain | options) printf '%s %s\n' "$key" "$value" ;;
  esac
done <"$file"
if [[ -r $order ]]; then
  sed -n -E 's/^hosts:[[:space:]]*/order of sources: /p' "$order"
fi

if $stub && [[ -r $upstream && $(realpath -- "$upstream") != $(realpath -- "$file") ]]; then
  printf 'behind it, by %s:\n' "$upstream"
  sed -n -E 's/^(nameserver|search)[[:space:]]+([^#]*[^# ]).*/  \1 \2/p' "$upstream" | tr -d '\000-\010\013-\037\177'
fi
# That list is of all links together; a name is asked of those only whose domain it lies in.
if $stub; then
  if command -v resolvectl >/dev/null && command -v timeout >/dev/null && servers=$(timeout 10 resolvectl dns 2>/dev/null) && domains=$(timeout 10 resolvectl domain 2>/dev/null); then
    printf 'servers of each link:\n%s\ndomains of each link (a name in one is asked of its link only; ~. takes all others):\n%s\n' "$servers" "$domains" | tr -d '\000-\010\013-\037\177'
  else
    printf 'note: which server is asked for which domain (split DNS) could not be told (resolvectl)\n'
  fi
fi
if ((count == 0)); then
  printf 'NO NAMESERVER in %s: only a server on this host itself would be asked\n' "$file"
  exit 1
fi
