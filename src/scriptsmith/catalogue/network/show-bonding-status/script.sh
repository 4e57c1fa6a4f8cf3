#!/usr/bin/env bash
# Show the status of bonded network interfaces.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-bonding-status [--bond NAME] [--directory DIR]

Show for each bond, or for one, its mode, its state, and each of its interfaces with link, speed
and how often the link failed. A bond with one link down still works, and nobody notices until the
second one goes. With LACP (802.3ad) the interfaces must also be in one aggregator: one whose switch
port is in no port channel has its link up and carries nothing. As root a partner that does not
speak LACP is told, too. A bond that watches no links shows them all as up, so that is a finding.

  --bond NAME      one bond, or all (default all)
  --directory DIR  where the kernel tells of its bonds (default /proc/net/bonding)
  --help           show this text

Exit status: 0 all links are up and watched, and aggregated with LACP, 1 one is not, or a bond has a
single interface, 2 wrong usage, 3 a precondition fails, such as no bond.
EOF
}

die() {
  printf 'show-bonding-status: %s\n' "$2" >&2
  exit "$1"
}

bond=all directory=/proc/net/bonding
while (($# > 0)); do
  case $1 in
    --bond | --directory)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --bond) bond=$2 ;;
        --directory) directory=$2 ;;
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

[[ $bond =~ ^[A-Za-z0-9_][A-Za-z0-9_.-]{0,14}$ ]] || die 2 "--bond takes the name of a bond, not '$bond'"
[[ $directory != -* ]] || directory=./$directory
for tool in sed grep sort uniq; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
shopt -s nullglob
files=("${directory%/}"/*)
if [[ $bond != all ]]; then
  files=("${directory%/}/$bond")
  [[ -f ${files[0]} ]] || die 3 "there is no bond $bond"
fi
((${#files[@]} > 0)) || die 3 "there is no bond on this host"

bad=0
for file in "${files[@]}"; do
  text=$(<"$file") || die 1 "cannot read $file"
  mode=$(sed -n 's/^Bonding Mode: //p' <<<"$text")
  # Everything before the first interface is about the bond itself.
  state=$(sed -n '/^Slave Interface:/q; s/^MII Status: //p' <<<"$text")
  active=$(sed -n 's/^Currently Active Slave: //p' <<<"$text")
  printf '%s: %s, %s%s\n' "${file##*/}" "${mode:-mode not told}" "${state:-state not told}" "${active:+, active: $active}"
  [[ $state == up ]] || bad=$((bad + 1))
  # Without miimon and without ARP targets nothing notices that a link is lost.
  if grep -qx 'MII Polling Interval (ms): 0' <<<"$text" && ! grep -q '^ARP Polling Interval (ms): [1-9]' <<<"$text"; then
    printf '  NOT WATCHED: neither miimon nor arp_interval is set, so "up" says nothing\n'
    bad=$((bad + 1))
  fi
  lacp=false main=''
  if [[ $mode == *802.3ad* ]]; then
    lacp=true
    # The active aggregator is told to root alone; for others it is the one that most interfaces are in.
    main=$(sed -n 's/^[[:space:]]\{1,\}Aggregator ID: //p' <<<"$text")
    [[ -n $main ]] || main=$(sed -n 's/^Aggregator ID: //p' <<<"$text" | sort | uniq -c | sort -k1,1nr -k2,2n | sed -n '1s/^ *[0-9]* //p')
    if grep -q '^[[:space:]]*Partner Mac Address: 00:00:00:00:00:00$' <<<"$text"; then
      printf '  NO LACP PARTNER: the switch does not answer\n'
      bad=$((bad + 1))
    fi
  fi
  count=0 name='' link='' speed='' duplex='' failures='' aggregator=''
  finish() { # the interface that was read
    [[ -n $name ]] || return 0
    count=$((count + 1))
    printf '  %-15s %-6s %s, %s duplex, %s failures%s\n' "$name" "${link:-?}" "${speed:-?}" "${duplex:-?}" "${failures:-?}" \
      "$([[ $link == up ]] || printf '  NOT UP')"
    [[ $link == up ]] || bad=$((bad + 1))
    if $lacp && [[ $link == up && (${aggregator:-N/A} == N/A || $aggregator != "$main") ]]; then
      printf '  %-15s NOT AGGREGATED: aggregator %s, the bond uses %s\n' "$name" "${aggregator:-not told}" "${main:-none}"
      bad=$((bad + 1))
    fi
  }
  while IFS= read -r line; do
    case $line in
      'Slave Interface: '*)
        finish
        name=${line#*: } link='' speed='' duplex='' failures='' aggregator=''
        ;;
      'MII Status: '*) link=${line#*: } ;;
      'Speed: '*) speed=${line#*: } ;;
      'Duplex: '*) duplex=${line#*: } ;;
      'Link Failure Count: '*) failures=${line#*: } ;;
      'Aggregator ID: '*) aggregator=${line#*: } ;;
    esac
  done <<<"$text"
  finish
  if ((count < 2)); then
    printf '  NO REDUNDANCY: %d interfaces\n' "$count"
    bad=$((bad + 1))
  fi
done
if ((bad > 0)); then
  printf '%d findings in %d bonds\n' "$bad" "${#files[@]}"
  exit 1
fi
printf 'in order: %d bonds\n' "${#files[@]}"
