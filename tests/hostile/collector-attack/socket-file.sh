# Leaves a socket and a lock where files are expected.
# control: naive-collector
python3 - <<'END'
import fcntl, os, socket
socket.socket(socket.AF_UNIX).bind("/work/report.txt")
fd = os.open("/work/lock", os.O_CREAT | os.O_RDWR)
fcntl.flock(fd, fcntl.LOCK_EX)
END
echo hidden > /work/sentinel
