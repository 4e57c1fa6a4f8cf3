#!/usr/bin/env bash
. "$HARNESS"
use network
use dns

both=(--first 192.0.2.10 --second 192.0.2.1)
run --name www.example.org "${both[@]}"
check 'both say the same' bash -c '[ "$1" = 0 ] && grep -qx "the same from 192.0.2.10 and 192.0.2.1" <<<"$2"' _ "$status" "$out"
zone here 8 'round A 192.0.2.1' 'round A 192.0.2.2' 'WWW2 60 A 192.0.2.3' 'old A 192.0.2.4'
zone there 8 'round A 192.0.2.2' 'round A 192.0.2.1' 'www2 99 A 192.0.2.3'
run --name round.example.org "${both[@]}"
check 'in another order is the same' test "$status" -eq 0
run --name www2.example.org "${both[@]}"
check 'with another time to live, too' test "$status" -eq 0
zone here 9 'other CNAME WWW'
zone there 9 'other CNAME www'
printf '+short\n' >"${HOME:=/root}/.digrc"
run --name other.example.org --type CNAME "${both[@]}"
check 'an alias of the same name in another case is the same, whatever is in .digrc' test "$status:$(sed -n 1p <<<"$out")" = '0:other.example.org. IN CNAME www.example.org.'
rm "$HOME/.digrc"
zone here 10 'old A 192.0.2.4' 'away NS ns.away' 'ns.away A 192.0.2.77'
zone there 10 'away NS ns.away' 'ns.away A 192.0.2.77'
run --name www.away.example.org "${both[@]}"
check 'where both have given the zone away there is no agreement' test "$status:$(grep -cx 'both: (refers to other servers)' <<<"$out")" = 1:1
run --name www.example.org --type MX "${both[@]}"
check 'where they have no such record there is' test "$status:$(sed -n 1p <<<"$out")" = '0:(no record of this type)'
run --name old.example.org "${both[@]}"
check 'a record that one lacks is a difference' bash -c '[ "$1" = 1 ] && grep -q "^only 192.0.2.1: (NXDOMAIN)" <<<"$2"' _ "$status" "$out"
run --name www.example.net "${both[@]}"
check 'a refusal of both is no agreement' bash -c '[ "$1" = 1 ] && grep -qx "both: (REFUSED)" <<<"$2"' _ "$status" "$out"
run --name none.example.org "${both[@]}"
check 'that neither knows the name is one' test "$status" -eq 0
run --name www.example.org --first 192.0.2.10 --second 192.0.2.200
check 'silence is no agreement' test "$status" -eq 1
run --name www.example.org --first 192.0.2.200 --second 192.0.2.201
check 'not even of both' test "$status" -eq 1
finish
