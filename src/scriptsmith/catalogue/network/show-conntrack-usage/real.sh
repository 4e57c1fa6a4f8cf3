#!/usr/bin/env bash
# packages: socat procps nftables
. "$HARNESS"
use network

nft -f - <<<'table inet t { chain i { type filter hook input priority 0; ct state established accept; }; }'
neighbour socat UDP-LISTEN:9000,fork EXEC:cat &
run
check 'an idle host is in order' bash -c '[ "$1" = 0 ] && grep -q "^tracked connections: 0 of at most " <<<"$2"' _ "$status" "$out"
check 'what the kernel dropped is told' grep -Eqx 'since the start: [0-9]+ dropped, [0-9]+ thrown out early, [0-9]+ not inserted for a clash' <<<"$out"
sysctl -n net.netfilter.nf_conntrack_max >.max
for port in 1 2 3; do socat -u OPEN:/etc/hostname "UDP:192.0.2.1:900$port"; done
run
check 'what the kernel tracks is counted' grep -q "^tracked connections: 3 of at most $(<.max) (0%)" <<<"$out"
setpriv --reuid nobody --clear-groups env PATH=/usr/bin:/bin bash "$SCRIPT" >.out 2>&1
check 'an ordinary user of Debian, without /sbin on the path, is told too' grep -q '^tracked connections: 3 of' .out
ran_on procps "$(sysctl --version | sed 's/.* //')"
finish
