# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a host that cannot be reached is told, its fields empty' grep -qx 'b,,,,,unreachable' inventory.csv
check 'a host that does not answer is given up' grep -qx 'd,,,,,unreachable' inventory.csv
check 'a host whose facts fail is told, its fields empty' grep -qx 'f,,,,,failed' inventory.csv
check 'all hosts are there, in order' [ "$(cut -d , -f 1 inventory.csv | tr '\n' ' ')" = 'host a b c d f e ' ]
check 'the good ones after them are ok' [ "$(grep -c ',Debian 12,6.1,4,100,ok$' inventory.csv)" -eq 3 ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
