awk -F'[\t ]*: *' '$1 == "processor" {all++} $1 == "physical id" {socket = $2} $1 == "core id" && !seen[socket, $2]++ {cores++} END {print cores ? cores : all + 0}' cpuinfo.txt
