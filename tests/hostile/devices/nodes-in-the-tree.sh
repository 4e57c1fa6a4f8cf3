# Opens nodes that lie in folders of the host's tree.
# control: none: needs a node to be made on the host
find / -xdev \( -type b -o -type c \) -not -path "/dev/*" 2>/dev/null | while read -r d; do head -c 1 "$d" >/dev/null && echo ESCAPED; done
