# Starts more processes than it may have.
# control: wide-limits
for i in {1..150}; do sleep 4 & done; n=(/proc/[0-9]*); [ ${#n[@]} -ge 150 ] && echo ESCAPED
