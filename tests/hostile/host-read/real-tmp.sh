# Looks for other people's files in the folders for temporary files.
# control: same-box
cat /tmp/*token* /dev/shm/*token* /run/*token* /var/run/*token*
