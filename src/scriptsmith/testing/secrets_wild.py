"""Yet more lines with secrets: written after the rules had been mended for `secrets_tools`, before a second time."""

from __future__ import annotations

WILD = r"""
wild aws env 1           AWS_SECRET=«{k40}» terraform plan
wild aws env 2           aws_secret: «{k40}»
wild aws env 3           s3fs: echo AKIDEXAMPLEUSER:«{k40}» > /etc/passwd-s3fs
wild aws env 4           aws iam create-login-profile --user-name jane --password '«{sym3}»'
wild az/gcp 1            az storage blob upload --account-name st1 --account-key «{b64}» -f a -c b
wild az/gcp 2            az vm create -n v1 --admin-username ops --admin-password '«{sym3}»' --image Ubuntu2204
wild az/gcp 3            gcloud compute reset-windows-password x; gcloud auth activate-refresh-token me@example.com «{b64}»
wild db 1                psql postgresql://app:«{sym3}»@db1:5432/shop -c '\dt'
wild db 2                pg_basebackup -d 'host=db1 user=repl password=«{pw}»' -D /data
wild db 3                mysql --user=root --password «{pw}» -e 'show databases'
wild db 4                mysqlsh root:«{pw}»@db1:3306 --sql
wild db 5                CREATE ROLE app LOGIN PASSWORD '«{sym3}»';
wild db 6                mysql -uroot -p"«{sym3}»" shop
wild db 7                sqlplus u/«{pw}»@db
wild db 8                sqlplus 'sys/"«{sym3}»"@db1 as sysdba'
wild db 9                clickhouse-client --user default --password «{pw}» -q 'select 1'
wild db 10               influx -username admin -password «{pw}» -execute 'show databases'
wild db 11               cqlsh -u cassandra -p «{pw}» node1
wild db 12               mongosh 'mongodb://root:«{pw}»@m1:27017/admin?authSource=admin'
wild db 13               db2 connect to shop user app using «{pw}»
wild db 14               isql -U sa -P «{pw}» -S srv
wild db 15               neo4j-admin dbms set-initial-password «{pw}»
wild db 16               cypher-shell -u neo4j -p «{pw}» 'MATCH (n) RETURN n'
wild db 17               arangosh --server.password «{pw}»
wild db 18               elasticsearch-users useradd bob -p «{pw}» -r superuser
wild db 19               curl -u elastic:«{pw}» localhost:9200/_cat/indices
wild pkg 1               //npm.pkg.github.com/:_authToken=«ghp_{k36}»
wild pkg 2               npm_config__authToken=«{uuid}» npm publish
wild pkg 3               yarn config set npmAuthToken «{uuid}»
wild pkg 4               pip config set global.index-url https://aws:«{jwt}»@dom.d.codeartifact.eu-west-1.amazonaws.com/simple/
wild pkg 5               gem push a.gem --key «{hex32}»
wild pkg 6               mvn --encrypt-password '«{sym3}»'
wild pkg 7               conan remote login myremote jane -p '«{sym3}»'
wild pkg 8               helm registry login r.example.com -u ci -p '«{sym3}»'
wild ci 1                gitlab-runner register --non-interactive --url https://gl.example.com --registration-token «{pw}»
wild ci 2                ./config.sh --url https://github.com/acme/shop --token «{pw}»
wild ci 3                sonar-scanner -Dsonar.login=«{hex40}»
wild ci 4                sonar-scanner -Dsonar.token=«{hex40}»
wild ci 5                travis encrypt SECRET_KEY=«{pw}»
wild ci 6                curl -H 'Circle-Token: «{hex40}»' https://circleci.com/api/v2/me
wild chat 1              curl -H 'Authorization: Bot «{pw}»' https://discord.com/api/v9/users/@me
wild chat 2              mattermost: curl -X POST https://mm.example.com/hooks/«{pw}» -d 'payload={}'
wild chat 3              https://outlook.team_service.com/webhook/«{uuid}»@«{uuid}»/IncomingWebhook/«{hex32}»/«{uuid}»
wild chat 4              curl 'https://hooks.zapier.com/hooks/catch/12345/«{pw}»/'
wild vpn 1               openvpn --config a.ovpn --auth-user-pass <(printf 'jane\n«{pw}»\n')
wild vpn 2               ipsec.secrets: 203.0.113.1 %any : PSK "«{sym3}»"
wild vpn 3               PrivateKey = «{b64}»
wild vpn 4               PresharedKey = «{b64}»
wild vpn 5               tailscale up --authkey tskey-auth-«{pw}»
wild vpn 6               zerotier-cli set token «{pw}»
wild docker 1            docker service create --env MYSQL_ROOT_PASSWORD=«{sym3}» mysql
wild docker 2            echo «{pw}» | docker secret create db_pass -
wild docker 3            docker swarm join --token SWMTKN-1-«{hex64}»-«{pw}» 10.0.0.1:2377
wild docker 4                  - POSTGRES_PASSWORD=«{sym3}»
wild docker 5                MYSQL_PASSWORD: «{sym3}»
wild k8s 1               kubectl create secret generic api --from-literal key=«{pw}»
wild k8s 2               kubectl --token «{jwt}» get pods
wild k8s 3               kubeadm join 10.0.0.1:6443 --token «{pw}» --discovery-token-ca-cert-hash sha256:aa
wild k8s 4               argocd login argo.example.com --username admin --password «{pw}»
wild k8s 5               rancher login https://r.example.com --token token-abcde:«{pw}»
wild k8s 6               kubectl set env deploy/web API_TOKEN=«{pw}»
wild git 1               git -c http.extraHeader='Authorization: Basic «{b64}»' fetch
wild git 2               git config --global url."https://ci:«{pw}»@github.com/".insteadOf https://github.com/
wild git 3               git push https://jane:«{pw}»@git.example.com/r.git main
wild git 4               echo 'https://jane:«{pw}»@github.com' > ~/.git-credentials
wild git 5               glab auth login --hostname gl.example.com --token «{pw}»
wild git 6               svn co --username jane --password '«{sym3}»' https://svn.example.com/r
wild mail 1              echo hi | mailx -S smtp-auth-user=a@example.com -S smtp-auth-password=«{pw}» -s hi b@example.com
wild mail 2              msmtp: password «{pw}»
wild mail 3              curl smtps://smtp.example.com --mail-from a@b.c --user 'a@b.c:«{sym3}»' -T m.txt
wild mail 4              mutt -e 'set smtp_pass="«{sym3}»"' -s x a@example.com
wild mail 5              fetchmail: poll imap.example.com user 'jane' pass '«{sym3}»'
wild mail 6              offlineimap: remotepass = «{sym3}»
wild http 1              curl --proxy-user jane:«{pw}» -x proxy:3128 https://example.com
wild http 2              curl -H 'apikey: «{pw}»' https://api.example.com
wild http 3              curl -d '{"username":"jane","password":"«{sym3}»"}' https://api.example.com/login
wild http 4              curl --data-urlencode 'password=«{sym3}»' https://x.example.com
wild http 5              curl -k --key k.pem --pass «{pw}» https://x.example.com
wild http 6              curl --oauth2-bearer «{pw}» https://api.example.com
wild http 7              wget --http-user=jane --http-password=«{pw}» https://x.example.com/f
wild http 8              export https_proxy=http://jane:«{pw}»@proxy:3128
wild java 1              spring.datasource.password=«{sym3}»
wild java 2              keytool -genkey -alias a -storepass «{pw}» -keypass «{pw}»
wild java 3              java -Dpassword=«{pw}» -jar a.jar
wild java 4              jdbc:mysql://db1/shop?user=app&password=«{pw}»
wild java 5              jdbc:oracle:thin:scott/«{pw}»@//db1:1521/x
wild misc 1              vault write auth/userpass/users/bob password=«{pw}»
wild misc 2              VAULT_TOKEN=«hvs.{k24}» vault kv get x
wild misc 3              consul acl login; CONSUL_HTTP_TOKEN=«{uuid}» consul members
wild misc 4              consul members -token «{uuid}»
wild misc 5              vault operator unseal «{b64}»
wild misc 6              rabbitmqctl change_password shop '«{sym3}»'
wild misc 7              redis-cli CONFIG SET requirepass '«{sym3}»'
wild misc 8              redis-cli AUTH «{pw}»
wild misc 9              requirepass «{pw}»
wild misc 10             ipmitool -I lanplus -H b -U root -P '«{sym3}»' sol activate
wild misc 11             smbclient -U jane%'«{sym3}»' //fs/s
wild misc 12             rpcclient -U 'jane%«{pw}»' dc1
wild misc 13             snmpwalk -v2c -c «{pw}» h
wild misc 14             ldapadd -x -D cn=a -w «{pw}» -f x.ldif
wild misc 15             sshpass -p«{pw}» scp a b:
wild misc 16             SSHPASS='«{sym3}»' sshpass -e ssh h
wild misc 17             expect -c 'send -- "«{pw}»\n"'
wild misc 18             echo root:«{pw}» | chpasswd
wild misc 19             chpasswd <<< 'bob:«{sym3}»'
wild misc 20             echo '«{sym3}»' | passwd --stdin bob
wild misc 21             yes '«{sym3}»' | passwd bob
wild misc 22             useradd -p $(openssl passwd -1 «{pw}») bob
wild misc 23             usermod --password '«$6$abcdefgh${k43}»' bob
wild misc 24             htpasswd -nbB admin '«{sym3}»'
wild misc 25             openssl enc -d -aes256 -in a -out b -pass pass:«{pw}»
wild misc 26             gpg --passphrase='«{sym3}»' --batch -d a.gpg
wild misc 27             ansible-playbook s.yml --extra-vars 'db_password=«{sym3}» env=prod'
wild misc 28             ansible-playbook s.yml -e ansible_password=«{pw}»
wild misc 29             terraform init -backend-config='password=«{pw}»'
wild misc 30             db_password = "«{sym3}»"
wild misc 31             helm upgrade x y --set password=«{pw}»
wild misc 32             helm upgrade x y --set-string 'mysql.auth.rootPassword=«{sym3}»'
wild misc 33             heroku auth:token; HEROKU_API_KEY=«{uuid}» heroku apps
wild misc 34             mosquitto_pub -u a -P «{pw}» -t x -m y
wild misc 35             zip -e -P «{pw}» a.zip b
wild misc 36             7z x -p«{pw}» a.7z
wild misc 37             cryptsetup: echo -n '«{sym3}»' | cryptsetup luksOpen /dev/sdb1 x -
wild misc 38             wpa_passphrase home «{pw}» > w.conf
wild misc 39             nmcli dev wifi connect home password «{pw}»
wild misc 40             xfreerdp /u:jane /p:«{pw}» /v:h
wild misc 41             vncpasswd -f <<< «{pw}» > ~/.vnc/passwd
wild misc 42             echo '«{sym3}»' | vncpasswd -f
wild misc 43             restic -r s3:x backup; export RESTIC_PASSWORD=«{sym3}»
wild misc 44             borg: BORG_PASSPHRASE='«{sym3}»' borg list
wild misc 45             mysql_secure: printf 'y\n«{pw}»\n«{pw}»\n' | mysql_secure_installation
wild misc 46             grafana-cli admin reset-admin-password «{pw}»
wild misc 47             datadog: DD_API_KEY=«{hex32}» bash -c x
wild misc 48             newrelic: license_key: «{hex40}»
wild misc 49             SENTRY_DSN=https://«{hex32}»@o1.ingest.sentry.io/1
wild misc 50             twilio: curl -u AC«{hex32}»:«{hex32}» https://api.twilio.com
wild misc 51             kinit jane <<< '«{sym3}»'
wild misc 52             echo «{pw}» | kinit jane
wild misc 53             cf login -u jane -p «{pw}» -o o
wild misc 54             ssh-keygen -t ed25519 -N '«{sym3}»' -f k
wild misc 55             lftp -u jane,«{pw}» sftp://h
wild misc 56             ncftpput -u jane -p «{pw}» h /r f
wild misc 57             restore token: the API key is «{pw}»
wild misc 58             Password for root is «{pw}», rotate it
"""  # noqa: E501
