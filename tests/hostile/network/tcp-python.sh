# Connects with another program, by every name of the loopback.
# control: same-box
python3 - <<'END'
import os, socket
def attempt(family, kind, address):
    try:
        with socket.socket(family, kind) as link:
            link.settimeout(1)
            link.connect(address)
            link.send(b"hello")
            print(link.recv(100))
    except OSError as error:
        print(error)
port = int(os.environ["PORT"])

for name in ("127.0.0.1", "127.1.2.3", "0.0.0.0", "localhost"):
    attempt(socket.AF_INET, socket.SOCK_STREAM, (name, port))
END
