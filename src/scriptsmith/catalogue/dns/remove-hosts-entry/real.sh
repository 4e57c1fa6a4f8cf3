#!/usr/bin/env bash
. "$HARNESS"
ran_on glibc "$(getent --version | sed -n '1s/.* //p')"

printf '%s\n' '192.0.2.7 shop.example.org shop # the shop' '192.0.2.8 alone.example.org' '192.0.2.9 shop.example.org.au' '# 192.0.2.6 alone.example.org' >>/etc/hosts
before=$(cat /etc/hosts)
run --name shop.example.org --dry-run
check 'a dry run changes nothing' test "$(cat /etc/hosts)" = "$before"
run --name shop.example.org
check 'the name is not resolved any more' bash -c '[ "$1" = 0 ] && ! getent hosts shop.example.org' _ "$status"
check 'its neighbours on the line are' bash -c 'getent hosts shop | grep -q "^192.0.2.7 "'
check 'and a longer name' bash -c 'getent hosts shop.example.org.au | grep -q "^192.0.2.9 "'
run --name ALONE.example.org
check 'a line without names goes, a comment stays' bash -c '! grep -q "^192.0.2.8" /etc/hosts && grep -q "^# 192.0.2.6" /etc/hosts'
cp /etc/hosts.before /etc/hosts
check 'the former file is beside it' bash -c 'getent hosts alone.example.org | grep -q "^192.0.2.8 "'
for name in localhost "$(uname -n)"; do
  run --name "$name"
  check "$name stays" test "$status" -eq 3
done
finish
