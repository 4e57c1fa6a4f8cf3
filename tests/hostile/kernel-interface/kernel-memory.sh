# Reads memory of the kernel, or where its parts lie.
# control: real-root
head -c 4 /proc/kcore | grep -q ELF && echo ESCAPED; grep -qv "^0000000000000000" /proc/kallsyms && echo ESCAPED
