#!/usr/bin/env bash
. "$HARNESS"
use network
use dns

run --address 192.0.2.80
check 'a name that leads back' bash -c '[ "$1" = 0 ] && [ "$2" = "192.0.2.80: www.example.org. (leads back to it)" ]' _ "$status" "$out"
run --address 192.0.2.81
check 'one that does not' bash -c '[ "$1" = 1 ] && grep -q "NOT LEAD BACK" <<<"$2"' _ "$status" "$out"
run --address 192.0.2.82
check 'none' bash -c '[ "$1" = 1 ] && grep -q "has no name in DNS (NXDOMAIN)" <<<"$2"' _ "$status" "$out"
run --address 198.51.100.7
check 'a refusal does not say that there is no name' bash -c '[ "$1" = 1 ] && [ -z "$2" ] && grep -q "cannot tell the name of 198.51.100.7 (REFUSED)" <<<"$3"' _ "$status" "$out" "$err"
run --address 192.0.2.80 --server 127.0.0.1
check 'that a resolver of this host may make answers itself is told' test "$status:$(grep -c '^note: a resolver of this host answered' <<<"$out")" = 0:1
run --address 192.0.2.80 --server 192.0.2.1
check 'by another server' test "$status" -eq 0
printf '+short\n' >~/.digrc
run --address 192.0.2.80
check 'options of somebody in ~/.digrc do not count' test "$status" -eq 0
finish
