#!/usr/bin/env bash
. "$HARNESS"
use network
use dns

run --name www.example.org
check 'an address' bash -c '[ "$1" = 0 ] && grep -Eq "^www.example.org.\s+300\s+IN\s+A\s+192.0.2.80$" <<<"$2"' _ "$status" "$out"
check 'that the server itself knows' grep -qx '1 records of type A from the resolver of this host, authoritative' <<<"$out"
run --name example.org --type MX --server 192.0.2.1
check 'of another type, from another server' bash -c '[ "$1" = 0 ] && grep -qx "1 records of type MX from 192.0.2.1, authoritative" <<<"$2"' _ "$status" "$out"
run --name example.org --type TXT
check 'a text with a semicolon is whole' grep -q '"two words; here"' <<<"$out"
run --name alias.example.org
check 'an alias leads to it' bash -c '[ "$1" = 0 ] && grep -q CNAME <<<"$2"' _ "$status" "$out"
run --name nosuch.example.org
check 'a name that is not there' bash -c '[ "$1" = 1 ] && grep -q NXDOMAIN <<<"$2"' _ "$status" "$err"
run --name www.example.org --type CAA
check 'a type that is not there' bash -c '[ "$1" = 1 ] && grep -q "has no record of type CAA" <<<"$2"' _ "$status" "$out"
run --name example.net
check 'a server that does not answer for it' bash -c '[ "$1" = 1 ] && grep -q refuses <<<"$2"' _ "$status" "$err"
run --name www.example.org --server 192.0.2.200 --timeout 1
check 'one that is not there' bash -c '[ "$1" = 1 ] && grep -q "no answer from 192.0.2.200" <<<"$2"' _ "$status" "$err"
zone here 8 'dangling CNAME gone'
run --name dangling.example.org
check 'an alias to a name that does not exist is not called missing' bash -c '[ "$1" = 1 ] && grep -q "CNAME.gone.example.org" <<<"$2" && grep -q "dangling.example.org is there" <<<"$3"' _ "$status" "$out" "$err"
zone there 8 'sub NS ns.sub' 'ns.sub A 192.0.2.77'
run --name www.sub.example.org --server 192.0.2.1
check 'a delegation is no answer' bash -c '[ "$1" = 1 ] && grep -q "192.0.2.1 does not know: it refers to the name servers of sub.example.org.$" <<<"$2"' _ "$status" "$err"
printf 'nameserver 127.0.0.1\n' >/etc/resolv.conf
printf '+short\n' >~/.digrc
run --name www.example.org
check 'what a resolver on this host says is not called authoritative, whatever it claims' bash -c '[ "$1" = 0 ] && tail -n 1 <<<"$2" | grep -qx "1 records of type A from the resolver of this host, perhaps from the hosts file or a cache of this host"' _ "$status" "$out"
finish
