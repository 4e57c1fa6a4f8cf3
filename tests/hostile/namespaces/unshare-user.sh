# Makes a user namespace of its own.
# control: plain
unshare -U true && echo ESCAPED; unshare -r -U true && echo ESCAPED
