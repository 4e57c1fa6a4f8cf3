# Goes on as a daemon does.
# control: killed-leader
python3 - <<'END'
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.chdir("/")
        for fd in range(3):
            os.close(fd)
        os.execv("/bin/bash", ["bash", "-c", 'exec -a "$MARK" sleep 120'])
    os._exit(0)
time.sleep(0.3)
END
