# Makes a network namespace of its own.
# control: plain
unshare -n true && echo ESCAPED; unshare -r -n true && echo ESCAPED
