#!/usr/bin/env bash
# Save the active firewall rules to a file.
#
# Undo: remove the file; the active rules are not changed.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: save-firewall-rules --output FILE [--family nft|ipv4|ipv6] [--dry-run]

Write the rules that are active in the kernel to a file, readable by root only, so that they can
be loaded again (nft -f FILE, or iptables-restore <FILE): before a change, or to keep them over a
restart. Nothing is loaded or changed. An existing file is kept with .before at its end. An empty
set of rules is refused, and so is one that nft lists and could not load: rules that iptables made
with extensions of its own (ufw limit, ipset); save those by ipv4 and ipv6. Sets of ipset are not
among the rules, and that is told. Rules of an old kind of iptables, which nft does not see, are told of.

  --output FILE           file to write
  --family nft|ipv4|ipv6  all rules by nft, or those of iptables or ip6tables (default nft)
  --dry-run               say what would be done, change nothing
  --help                  show this text

Exit status: 0 the file holds the active rules, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'save-firewall-rules: %s\n' "$2" >&2
  exit "$1"
}

output='' family=nft dry_run=false
while (($# > 0)); do
  case $1 in
    --output | --family)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --output) output=$2 ;;
        --family) family=$2 ;;
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

[[ -n $output ]] || die 2 "--output is required (see --help)"
case $family in
  nft | ipv4 | ipv6) ;;
  *) die 2 "--family takes nft, ipv4 or ipv6, not '$family'" ;;
esac
[[ $output != -* ]] || output=./$output
[[ $family != nft || $output != *.v[46] ]] || die 2 "$output is read by iptables-restore, and rules by nft are not (--family ipv4 or ipv6)"
PATH=$PATH:/usr/sbin:/sbin
case $family in
  nft) tool=nft ;;
  ipv4) tool=iptables-save ;;
  ipv6) tool=ip6tables-save ;;
esac
command -v "$tool" >/dev/null || die 3 "$tool is not installed"
directory=$(dirname -- "$output")
[[ -d $directory ]] || die 3 "no such directory: $directory"
[[ ! -d $output ]] || die 3 "$output is a directory"
[[ $(id -u) == 0 ]] || die 3 "this needs root"

active() { # the rules as they can be loaded again
  case $family in
    nft) printf 'flush ruleset\n' && nft --stateless list ruleset ;;
    ipv4) iptables-save ;;
    ipv6) ip6tables-save ;;
  esac
}
# Without the counters and times that differ from one reading to the next.
plain() { sed -E '/^#/d; s/\[[0-9]+:[0-9]+\]/[0:0]/'; }
rules=$(active) || die 1 "$tool cannot list the rules"
if ! grep -qE '^(table|[*]|-A )' <<<"$rules"; then die 3 "there are no rules to save ($family)"; fi
if [[ $family == nft ]]; then
  # Versions before 1.0.6 list what they cannot translate as a comment: loaded again, the rest of that rule would be gone.
  ! grep -qE '^[[:space:]]([^"#]|"[^"]*")*#' <<<"$rules" || die 1 "nft lists rules that it could not load as they are: save them with --family ipv4 and ipv6"
  for kind in ip ip6; do
    while read -r table; do
      printf 'note: the table %s of an old %stables is not among them (%stables-legacy-save)\n' "$table" "$kind" "$kind" >&2
    done < <(cat "/proc/net/${kind}_tables_names" 2>/dev/null)
  done
fi
if grep -q -e '--match-set' <<<"$rules"; then printf 'note: the sets that rules refer to are not among them, and must be there before they are loaded (ipset save)\n' >&2; fi
number=$(wc -l <<<"$rules")

if [[ -f $output ]] && [[ $(plain <"$output") == "$(plain <<<"$rules")" ]]; then
  printf 'nothing to do: %s holds these rules already\n' "$output"
  exit 0
fi
if $dry_run; then
  printf 'would write: %d lines to %s%s\n' "$number" "$output" "$([[ ! -e $output ]] || printf ', the former file to %s.before' "$output")"
  exit 0
fi
umask 077
work=$(mktemp -- "$directory/.rules.XXXXXX") || die 3 "cannot write to $directory"
trap 'rm -f -- "$work"' EXIT
printf '%s\n' "$rules" >"$work" || die 1 "could not write the rules"
if [[ $family == nft ]]; then
  # --check reads the file as it would be loaded, and loads nothing.
  nft --check --file "$work" || die 1 "nft would not load what it listed"
fi
if [[ -e $output ]]; then cp -p -- "$output" "$output.before" || die 1 "could not keep the former file"; fi
mv -f -- "$work" "$output" || die 1 "could not write $output"
[[ $(plain <"$output") == "$(plain <<<"$rules")" ]] || die 1 "$output does not hold the rules"
printf 'saved: %d lines of %s rules in %s (whether anything loads them at the next start was not looked at)\n' "$number" "$family" "$output"
