# Opens the room for shared memory of its namespace again.
# control: plain
v=$(cat /proc/sys/kernel/shmall); echo "$v" > /proc/sys/kernel/shmall && echo ESCAPED; echo 100 > /proc/sys/user/max_user_namespaces && echo ESCAPED
