# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'what a command writes is there, its secret masked, and all else kept' [ "$(cat bundle/configuration.txt)" = $'db_host=db1\ndb_password=*** # rotate\nport=8080' ]
check 'both streams of a command are there' [ "$(sort bundle/units.txt)" = $'nginx.service failed\nsee the log' ]
check 'a command line with a pipe runs' [ "$(tr -d ' ' <bundle/count.txt)" = 3 ]
check 'the summary has each command with its status, in order' [ "$(cat bundle/summary.txt)" = $'configuration 0\nunits 3\ncount 0' ]
check 'there are no other files' [ "$(ls -A bundle | tr '\n' ' ')" = 'configuration.txt count.txt summary.txt units.txt ' ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
