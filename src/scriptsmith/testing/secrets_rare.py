"""Lines with secrets of programs that are seldom seen, written before the rules were mended for them."""

from __future__ import annotations

RARE = r"""
rare 1                   aws rds create-db-instance --db-instance-identifier x --master-username admin --master-user-password «{pw}»
rare 2                   aws cognito-idp admin-set-user-password --user-pool-id p --username u --password '«{sym3}»' --permanent
rare 3                   az ad sp credential reset --id x --password «{pw}»
rare 4                   gcloud sql connect db --user=root <<< '«{sym3}»'
rare 5                   oci iam auth-token create; export OCI_CLI_KEY_PASSPHRASE=«{pw}»
rare 6                   s3cmd --configure --secret_key=«{k40}» ls
rare 7                   rclone config create r s3 access_key_id AKX secret_access_key «{k40}»
rare 8                   mc config host add m http://m:9000 minio «{pw}»
rare 9                   restic -r sftp:u@h:/x --password-command 'echo «{pw}»' snapshots
rare 10                  duplicity full /x ftp://u:«{pw}»@h/b
rare 11                  FTP_PASSWORD=«{pw}» duplicity x
rare 12                  curl -sSL -H 'X-Auth-Key: «{hex32}»' -H 'X-Auth-Email: a@b.c' https://api.cloudflare.com/client/v4/zones
rare 13                  curl -H "X-API-KEY:«{hex32}»" http://h
rare 14                  curl http://h/api?token=«{pw}»
rare 15                  curl -X POST http://h/login -d user=a -d pass=«{pw}»
rare 16                  curl -F 'password=«{sym3}»' h
rare 17                  curl --digest -u a:«{pw}» h
rare 18                  http --auth-type=jwt --auth=«{jwt}» h
rare 19                  wget -O- 'https://user:«{pw}»@h/x'
rare 20                  aria2c --http-passwd=«{pw}» --http-user=u h
rare 21                  xh -b h/api Authorization:'Bearer «{pw}»'
rare 22                  grpcurl -H 'authorization: bearer «{jwt}»' h:443 list
rare 23                  mongorestore --username root --password=«{pw}» --drop
rare 24                  mongo --username u --password «{pw}»
rare 25                  pg_restore postgres://u:«{pw}»@h/d x.dump
rare 26                  createuser: psql -c "CREATE USER u PASSWORD '«{sym3}»'"
rare 27                  mysql -e "ALTER USER 'root'@'localhost' IDENTIFIED WITH caching_sha2_password BY '«{sym3}»';"
rare 28                  mysqladmin -u root password '«{sym3}»'
rare 29                  mysqladmin -u root -p«{pw}» password «{pw}»
rare 30                  mariadb-backup --backup --user=b --password=«{pw}»
rare 31                  redis-cli -h h ACL SETUSER u on '>«{pw}»' ~* +@all
rare 32                  redis-server --requirepass «{pw}»
rare 33                  rabbitmqctl add_user u '«{sym3}»'
rare 34                  nats pub --user u --password «{pw}» s m
rare 35                  kcat -X sasl.password=«{pw}» -L
rare 36                  kafka: sasl.jaas.config=org.apache.kafka.PlainLoginModule required username="u" password="«{sym3}»";
rare 37                  docker run -e TOKEN=«{pw}» x
rare 38                  docker exec db psql "postgresql://u:«{pw}»@localhost/d"
rare 39                  docker compose run -e SECRET_KEY=«{pw}» web
rare 40                  podman secret create s <(echo «{pw}»)
rare 41                  ctr images pull --user u:«{pw}» r/x
rare 42                  kubectl exec db -- env PGPASSWORD=«{pw}» psql
rare 43                  kubectl create secret generic s --from-literal='token=«{pw}»'
rare 44                  helm pull oci://r/x --username u --password «{pw}»
rare 45                  flux bootstrap github --token-auth; export GITHUB_TOKEN=«ghp_{k36}»
rare 46                  oc login -u admin -p «{pw}» https://h:6443
rare 47                  echo -n '«{sym3}»' | base64
rare 48                  git remote add o https://«ghp_{k36}»:x-oauth-basic@github.com/a/b
rare 49                  git clone https://gitlab-ci-token:«{pw}»@h/a.git
rare 50                  gh auth login --with-token <<< «ghp_{k36}»
rare 51                  echo «ghp_{k36}» | gh auth login --with-token
rare 52                  hub: user: a oauth_token: «{hex40}»
rare 53                  npm set //r.example.com/:_authToken «{uuid}»
rare 54                  echo "//r.example.com/:_password=\"«{b64}»\"" >> .npmrc
rare 55                  twine upload -p «{pw}» -u u dist/x
rare 56                  [pypi] username = u password = «{pw}»
rare 57                  cargo publish --token «{pw}»
rare 58                  composer config --global github-oauth.github.com «{hex40}»
rare 59                  gem sources -a https://u:«{pw}»@gems.h/
rare 60                  nuget sources add -Name n -Source s -Username u -Password «{pw}»
rare 61                  sudo -S apt update <<< '«{sym3}»'
rare 62                  echo '«{sym3}»' | su -c id bob
rare 63                  sshpass -e ssh h # SSHPASS=«{pw}»
rare 64                  expect <<E⏎spawn ssh h⏎expect pass⏎send "«{sym3}»\r"⏎E
rare 65                  echo '«{pw}»' | sudo tee /etc/ipsec.d/psk.key
rare 66                  printf 'bob:«{pw}»' | chpasswd -e
rare 67                  net user bob «{pw}» /add
rare 68                  New-LocalUser bob -Password (ConvertTo-SecureString '«{sym3}»' -AsPlainText -Force)
rare 69                  dscl . -passwd /Users/bob «{pw}»
rare 70                  samba-tool user setpassword bob --newpassword='«{sym3}»'
rare 71                  pdbedit: printf '«{pw}»\n«{pw}»\n' | smbpasswd -s -a bob
rare 72                  ldapmodify -y <(echo -n «{pw}») -D cn=a
rare 73                  kadmin -p admin -w «{pw}» addprinc bob
rare 74                  kadmin.local -q 'addprinc -pw «{pw}» bob'
rare 75                  ipa user-add b --password <<< «{pw}»
rare 76                  openssl pkcs8 -topk8 -in k -passout pass:'«{sym3}»'
rare 77                  openssl s_client -psk «{hex64}» -connect h:443
rare 78                  gpg2 --passphrase «{pw}» -d x
rare 79                  ssh-add <<< '«{sym3}»'
rare 80                  ssh-keygen -p -P «{pw}» -N «{pw}» -f k
rare 81                  ansible h -m user -a 'name=bob password=«{pw}»'
rare 82                  ansible-vault view x --vault-password-file <(echo «{pw}»)
rare 83                  vault kv put secret/x api_key=«{pw}»
rare 84                  vault token renew «hvs.{k24}»
rare 85                  consul kv get -token «{uuid}» x
rare 86                  nomad: NOMAD_TOKEN=«{uuid}» nomad job status
rare 87                  terraform login; TF_TOKEN_app_terraform_io=«{pw}» terraform plan
rare 88                  pulumi config set --secret dbPassword «{pw}»
rare 89                  packer build -var ssh_password=«{pw}» x
rare 90                  heroku pg:credentials:rotate; heroku config:add SECRET_KEY_BASE=«{hex64}»
rare 91                  snmpset -v 3 -u u -l authPriv -a MD5 -A '«{pw}»' -x DES -X '«{pw}»' h oid i 1
rare 92                  ipmitool -H h -U u -P«{pw}» sel list
rare 93                  racadm -r h -u root -p '«{sym3}»' getsysinfo
rare 94                  ilorest login h -u a -p «{pw}»
rare 95                  iscsiadm -m node -o update -n node.session.auth.password -v «{pw}»
rare 96                  wpa_cli set_network 0 psk '"«{sym3}»"'
rare 97                  iwconfig wlan0 key s:«{pw}»
rare 98                  nmcli con modify w 802-11-wireless-security.psk '«{sym3}»'
rare 99                  pppd call x password «{pw}»
rare 100                 openvpn --askpass <(echo «{pw}»)
rare 101                 strongswan: eap-radius secret = «{pw}»
rare 102                 radtest bob «{pw}» h 0 testing123
rare 103                 swaks --to a@b -a -au u -ap «{pw}»
rare 104                 msmtp --passwordeval 'echo «{pw}»'
rare 105                 imapsync --host1 a --user1 b --password1 «{pw}» --host2 c --user2 d --password2 «{pw}»
rare 106                 getmail: password = «{pw}»
rare 107                 curl smtp://h:587 -u a@b:«{pw}»
rare 108                 sasl: echo «{pw}» | saslpasswd2 -p -c bob
rare 109                 doveadm pw -s SHA512-CRYPT -p «{pw}»
rare 110                 doveadm auth test bob «{pw}»
rare 111                 the db password is «{pw}» - please rotate
rare 112                 new pw for bob: «{sym3}»
rare 113                 creds: admin/«{pw}»
rare 114                 login with user admin and password «{pw}»
rare 115                 use this token «{hex40}» in the header
rare 116                 secret key «{b64}» was leaked
rare 117                 sign in as root, the pass phrase is «{pw}»
rare 118                 the pass-phrase for the vault is «{sym3}»
rare 119                 user ops pw «{pw}»
rare 120                 log in as ops, pw «{pw}», and look
rare 121                 curl -sS \⏎ -u \⏎ bob:«{pw}» \⏎ https://example.com
rare 122                 curl --user \⏎  'bob:«{sym}»' -O https://example.com/a.tgz
rare 123                 mysql -u root \⏎  --password \⏎  «{word}» shop
rare 124                 sshpass \⏎ -p \⏎ «{pw}» \⏎ ssh root@db1 uptime
"""  # noqa: E501
