# Connects to every address that the host might have.
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

names = {"127.0.0.1"}
for line in open("/proc/net/fib_trie"):
    if "|--" in line:
        names.add(line.split()[-1])
for name in sorted(names):
    attempt(socket.AF_INET, socket.SOCK_STREAM, (name, port))
END
