# Makes files until there is no room for their names.
# control: wide-limits
for i in {1..4000}; do : > "/work/f$i" || exit; done; echo ESCAPED
