"""Texts that look as if they held a secret and hold none: encodings, sums, prompts, names of cookies, prose."""

from __future__ import annotations

import base64
import hashlib


def _encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


CERTIFICATE = (
    "-----BEGIN CERTIFICATE-----\n"
    + "\n".join(base64.b64encode(hashlib.sha384(bytes([number])).digest()).decode() for number in range(6))
    + "\n-----END CERTIFICATE-----\n"
)
DER_CERTIFICATE = base64.b64encode(b"\x30\x82\x02\xf0\x30\x82\x01\xd8\xa0\x03\x02\x01\x02" + bytes(range(200))).decode()
PUBLIC_KEY = base64.b64encode(b"\x30\x82\x01\x22\x30\x0d\x06\x09\x2a\x86\x48\x86\xf7" + bytes(range(200))).decode()
IMAGE = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(range(120))).decode()

INNOCENT = [
    "CRON[53]: expired password for user eva (password aged)\n2024-05-25T03:05:03+00:00 db1 CRON[53]: denied",
    # base64 of what is no secret
    f"echo {_encoded('the quick brown fox jumps over the lazy dog')} | base64 -d",
    f"base64 -d <<< {_encoded('#!/bin/sh' + chr(10) + 'systemctl restart nginx' + chr(10))} > restart.sh",
    f"data:\n  app.conf: {_encoded('listen=8080' + chr(10) + 'workers=4' + chr(10))}",
    f"data:\n  ca.crt: {_encoded(CERTIFICATE)}",
    f"    certificate-authority-data: {_encoded(CERTIFICATE)}\n    server: https://10.0.0.1:6443",
    f"    client-certificate-data: {_encoded(CERTIFICATE)}",
    f"  tls.crt: {_encoded(CERTIFICATE)}",
    f"caBundle: {_encoded(CERTIFICATE)}",
    f"x509: {DER_CERTIFICATE}",
    f"echo {PUBLIC_KEY} | base64 -d | openssl pkey -pubin -inform DER",
    f"<img src=\"data:image/png;base64,{IMAGE}\">",
    f"user-data: {_encoded('#cloud-config' + chr(10) + 'packages: [nginx]' + chr(10))}",
    f"echo {_encoded('sha256:' + hashlib.sha256(b'x').hexdigest())} | base64 -d",
    f"x-label: {_encoded('team:platform')}",
    f"powershell -EncodedCommand {base64.b64encode('Get-Service | Where Status -eq Running'.encode('utf-16-le')).decode()}",
    CERTIFICATE,
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + hashlib.sha256(b"k").hexdigest()[:35] + " ops@db1",
    "integrity sha512-" + base64.b64encode(hashlib.sha512(b"p").digest()).decode(),
    # sums, numbers and names
    f"echo '{hashlib.sha256(b'a').hexdigest()}  app.tar.gz' | sha256sum -c -",
    f"md5sum: {hashlib.md5(b'a').hexdigest()}",
    f"git checkout {hashlib.sha1(b'a').hexdigest()}",
    f"docker pull nginx@sha256:{hashlib.sha256(b'n').hexdigest()}",
    "UUID=3e6be9de-8139-4a2b-9c6f-0c1d2e3f4a5b /srv ext4 defaults 0 2",
    "blkid -U 3e6be9de-8139-4a2b-9c6f-0c1d2e3f4a5b",
    "trace_id=4bf92f3577b34da6a3ce929d0e0e4736",
    "kubectl get pod web-7d9c5b8f6d-x2lqz -o yaml",
    "aws ec2 describe-instances --instance-ids i-0123456789abcdef0",
    "arn:aws:iam::123456789012:role/ops-Reader1",
    "apt-get install python3.11-venv=3.11.2-6+deb12u3",
    "AKIA is how access key ids begin",
    "tokens begin with ghp_ or glpat- and Vault's with hvs.",
    # prompts and names without a value
    "curl -u ops: https://example.com/api",
    "curl -u ops \\\n  https://example.com/api",
    "  -u 1000:1000 \\",
    "  --user app:staff \\",
    "docker run -u www-data:www-data nginx",
    "read -rsp 'Password for ops: ' pw",
    "mysql -u ops -p \\\n  shop",
    'args=(-p "$PORT" "-pthread" "-p8080:80")',
    'command: ["mysqldump", "-uroot", "-p$(MYSQL_PASSWORD)", "shop"]',
    "declare -A cfg=([user]=ops [password]=)",
    'declare -A cfg=([password]="$DB_PASSWORD" [port]=5432)',
    "opts=([token_file]=/run/secrets/token [key]=name)",
    "passwd bob",
    "passwd -l bob <<< ''",
    "echo \"$PW\" | passwd --stdin bob",
    "printf '%s\\n' \"$new\" \"$new\" | smbpasswd -s bob",
    "printf '%s:%s\\n' \"$user\" \"$pw\" | chpasswd",
    "cat users.txt | chpasswd",
    "docker login -u ops --password-stdin < /run/secrets/registry",
    "kubectl get secret tls -o jsonpath='{.data.tls\\.key}' | base64 -d",
    "snmpwalk -v2c -c public 10.0.0.1 sysDescr",
    'community = "public"',
    "Cookie: lang=en; theme=dark; consent=yes",
    "rm -f JSESSIONID PHPSESSID connect.sid",
    "curl -b cookies.txt -c cookies.txt https://example.com",
    "Set-Cookie: lang=de; Path=/; HttpOnly; SameSite=Lax",
    'session=$(mktemp -d) sid="$(ps -o sid= -p $$)"',
    "_auth is the name of the option in .npmrc",
    '"auth": {"type": "basic", "enabled": true}',
    "npm config delete _auth",
    "SENTRY_DSN=https://<key>@o0.ingest.sentry.io/0",
    "alias pwd='printf \"%q\\n\" \"$(builtin pwd)/\"'",
    # prose
    "login with your own account / password and change it",
    "log in as root with the password from the vault",
    "the password is stored in /etc/app/secret.conf",
    "the password is too short; it must have 12 characters",
    "the password on db1 has been changed to a longer one",
    "ask ops for the password of the backup user",
    "credentials are read from the environment",
    "the token is valid for 30 days",
    "connect as postgres using peer authentication",
    "which of these is the password policy?",
    "rotate the password every 90 days",
]  # fmt: skip
