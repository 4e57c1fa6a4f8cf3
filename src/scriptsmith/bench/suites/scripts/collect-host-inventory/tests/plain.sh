# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the file has the heading and the hosts in order' [ "$(cat inventory.csv)" = 'host,os,kernel,cpus,memory_mib,status
web1,Debian GNU/Linux 12 (bookworm),6.1.0-18-amd64,8,31987,ok
db1.internal,Ubuntu 22.04.3 LTS,5.15.0-91-generic,16,64203,ok' ]
check 'each host was asked' [ "$(grep -c '^ssh ' "$BENCH_CALLS")" -ge 2 ]
check 'nothing goes to standard output' [ ! -s "$OUT" ]
check 'no other file is left' [ "$(ls -A | tr '\n' ' ')" = 'hosts.txt inventory.csv ' ]
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
