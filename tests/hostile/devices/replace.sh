# Replaces a harmless device by a file that everything writes to.
# control: plain
rm -f /dev/null && echo > /dev/null && echo ESCAPED; echo x > /dev/of-the-box && echo ESCAPED
