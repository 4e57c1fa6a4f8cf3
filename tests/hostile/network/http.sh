# Asks a listener on the host as a web client would.
# control: same-box
timeout 3 curl -s --http0.9 "http://127.0.0.1:$PORT/" || timeout 3 python3 -c "import os,urllib.request as u; print(u.urlopen('http://127.0.0.1:'+os.environ['PORT'],timeout=2).read())"
