# Finds a process of the host by its arguments and kills it.
# control: same-box
for p in /proc/[0-9]*; do grep -qa "victim[-]of-this" "$p/cmdline" && [ "${p##*/}" != $$ ] && kill -9 "${p##*/}"; done
