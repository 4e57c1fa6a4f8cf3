#!/usr/bin/env bash
. "$HARNESS"
use network
use dns

run --zone example.org
check 'both servers are at the same serial' bash -c '[ "$1" = 0 ] && grep -qx "in order: 2 name servers, all at the same serial" <<<"$2"' _ "$status" "$out"
check 'each is told' grep -Eqx 'ns2.example.org. +7' <<<"$out"
zone here 8
run --zone example.org
check 'one that lags behind is a failure' bash -c '[ "$1" = 1 ] && grep -q "^DIFFERENT serials: 7 8" <<<"$2"' _ "$status" "$out"
zone there 8
zone here 9 '@ NS ns3' 'ns3 A 192.0.2.200'
zone there 9 '@ NS ns3' 'ns3 A 192.0.2.200'
run --zone example.org --timeout 1
check 'one that does not answer is, too' bash -c '[ "$1" = 1 ] && grep -Eq "^ns3.example.org. +NO SERIAL" <<<"$2"' _ "$status" "$out"
run --zone www.example.org
check 'what is no zone is told' bash -c '[ "$1" = 1 ] && grep -q "no name servers are known" <<<"$2"' _ "$status" "$err"
finish
