# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'nothing of a name is run as a command' [ ! -e owned ]
check 'a name that is an option is invalid' grep -qF -- '-oProxyCommand=touch /work/owned,,,,,invalid' inventory.csv
check 'a name with a comma is invalid, and quoted' grep -qxF '"x,y",,,,,invalid' inventory.csv
check 'the good host is ok' grep -qxF 'good_host-1,Debian 12,6.1,4,100,ok' inventory.csv
check 'only the good host is asked' [ "$(grep '^ssh ' "$BENCH_CALLS" | grep -vc good_host-1)" -eq 0 ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
