"""More lines with secrets, three for each of 41 kinds of tool: written without a look at the rules."""

from __future__ import annotations

TOOLS = r"""
tool aws 1               aws configure set aws_secret_access_key «{k40}» --profile prod
tool aws 2               # key for the backup user: AWS secret access key «{k40}», region eu-west-1
tool aws 3               aws s3 cp dump.gz s3://bak/ --sse-c AES256 --sse-c-key «{b64}»
tool azure 1             az login --service-principal -u 7d1f2c5e-1111-4222-8333-9a9a9a9a9a9a -p «{pw}» --tenant contoso.onmicrosoft.com
tool azure 2             az sql server create -n sql01 -g rg1 -l westeurope --admin-user ops --admin-password «{sym3}»
tool azure 3             az keyvault secret set --vault-name kv-prod --name db --value «{sym3}»
tool gcloud 1            gcloud sql users set-password root --host=% --instance=shop --password=«{sym3}»
tool gcloud 2            gcloud config set auth/access_token «{pw}»
tool gcloud 3            printf '«{sym3}»' | gcloud secrets create db-pass --data-file=-
tool psql 1              PGPASSWORD='«{sym3}»' pg_dump -h db1 -U app shop | gzip > shop.gz
tool psql 2              psql "host=db1 port=5432 dbname=shop user=app password=«{pw}» sslmode=require" -c 'select 1'
tool psql 3              sudo -u postgres psql -c "ALTER USER app WITH ENCRYPTED PASSWORD '«{sym3}»'"
tool mysql 1             mysqldump --single-transaction -uroot -p«{pw}» --all-databases > all.sql
tool mysql 2             mysql -h db -u root -p'«{sym3}»' -e "GRANT ALL ON shop.* TO 'app'@'%' IDENTIFIED BY '«{pw}»'"
tool mysql 3             mysql -e "SET PASSWORD FOR 'app'@'localhost' = PASSWORD('«{sym3}»')"
tool mssql/oracle 1      sqlcmd -S sql01,1433 -U sa -P «{pw}» -Q 'select @@version'
tool mssql/oracle 2      echo 'select 1 from dual;' | sqlplus -s system/«{pw}»@//ora1:1521/XEPDB1
tool mssql/oracle 3      expdp scott/«{pw}»@ORCL schemas=scott directory=dp dumpfile=s.dmp
tool npm 1               npm config set //registry.npmjs.org/:_authToken «npm_{k36}»
tool npm 2               echo '//npm.example.com/:_authToken=«{uuid}»' >> ~/.npmrc
tool npm 3               echo "_auth=«{b64}»" > .npmrc && npm publish
tool python pkgs 1       twine upload -u __token__ -p «pypi-{k40}{k36}» dist/*
tool python pkgs 2       pip install --extra-index-url https://ci:«{pw}»@pypi.example.com/simple mylib
tool python pkgs 3       poetry config http-basic.internal ci «{pw}»
tool other pkgs 1        dotnet nuget push app.nupkg -k «{hex40}» -s https://nuget.example.com/v3/index.json
tool other pkgs 2        cargo login «{pw}»
tool other pkgs 3        mvn deploy -Drepo.username=ci -Drepo.password=«{sym3}»
tool ci 1                    env: { DEPLOY_TOKEN: «{pw}» }
tool ci 2                curl -X POST -F token=«{pw}» -F ref=main https://gitlab.example.com/api/v4/projects/7/trigger/pipeline
tool ci 3                java -jar jenkins-cli.jar -s http://ci:8080/ -auth admin:«{hex32}» build nightly
tool chat 1              curl -XPOST -d '{"text":"done"}' https://hooks.slack.com/services/«T{up16}/B{up16}/{k24}»
tool chat 2              curl -H 'Content-Type: application/json' -d '{"content":"up"}' https://discord.com/api/webhooks/«{digits}{digits}/{k40}{k22}»
tool chat 3              curl -s https://api.telegram.org/bot«{digits}1:AA{hex32}x»/sendMessage -d chat_id=42 -d text=hi
tool vpn 1               echo '«{sym3}»' | openconnect --user=jane --passwd-on-stdin vpn.example.com
tool vpn 2               nmcli connection add type vpn vpn-type openvpn vpn.user-name jane vpn.secrets password=«{pw}»
tool vpn 3               wg set wg0 private-key <(echo «{b64}») listen-port 51820
tool docker 1            docker login registry.example.com -u ci -p «{pw}»
tool docker 2            docker run -d -e POSTGRES_PASSWORD=«{sym3}» -e POSTGRES_USER=app postgres:16
tool docker 3            docker build --build-arg GIT_TOKEN=«{pw}» -t app .
tool podman/registry 1   skopeo copy --dest-creds ci:«{pw}» docker-archive:a.tar docker://reg.example.com/a:1
tool podman/registry 2   echo «{pw}» | podman login -u ci --password-stdin quay.io
tool podman/registry 3   buildah push --creds=robot:«{pw}» app docker://quay.io/org/app
tool k8s 1               kubectl create secret generic db --from-literal=user=app --from-literal=pass=«{sym3}»
tool k8s 2               kubectl config set-credentials ops --token=«{pw}»
tool k8s 3               kubectl create secret docker-registry reg --docker-server=r.example.com --docker-username=ci --docker-password='«{sym3}»'
tool k8s yaml 1          apiVersion: v1⏎kind: Secret⏎data:⏎  password: «{b64}»⏎
tool k8s yaml 2          kubectl patch secret db -p '{"stringData":{"password":"«{sym3}»"}}'
tool k8s yaml 3                  - name: SMTP_PASSWORD⏎          value: "«{sym3}»"⏎
tool git 1               git clone https://«ghp_{k36}»@github.com/acme/shop.git
tool git 2               git remote set-url origin https://oauth2:«glpat-{k20}»@gitlab.com/acme/shop.git
tool git 3               git clone https://«{hex40}»@git.example.com/acme/shop.git /opt/shop
tool mail 1              swaks --to ops@example.com --server smtp.example.com --auth LOGIN --auth-user mailer --auth-password «{sym3}»
tool mail 2              sendemail -f a@example.com -t b@example.com -s smtp.example.com:587 -xu mailer -xp «{pw}» -m hi
tool mail 3              echo '[smtp.example.com]:587 mailer@example.com:«{pw}»' > /etc/postfix/sasl_passwd
tool curl 1              curl -fsS -u 'deploy:«{sym3}»' -T a.tgz https://repo.example.com/up/
tool curl 2              curl -H "Authorization: Token «{hex40}»" https://netbox.example.com/api/dcim/
tool curl 3              curl 'https://api.example.com/v1/data?format=json&api_key=«{hex32}»&limit=5'
tool wget 1              wget --user=ftpuser --password='«{sym3}»' ftp://ftp.example.com/pub/a.zip
tool wget 2              wget -q --header='X-JFrog-Art-Api: «{pw}»' https://art.example.com/a.jar
tool wget 3              wget --post-data 'login=admin&passwd=«{pw}»' http://router.local/login.cgi
tool httpie 1            http -a jane:«{pw}» GET https://api.example.com/me
tool httpie 2            http POST api.example.com/login username=jane password=«{pw}»
tool httpie 3            https -A bearer -a «{pw}» api.example.com/v2/users
tool jdbc 1              java -Djdbc.url='jdbc:postgresql://db1/shop?user=app&password=«{pw}»' -jar app.jar
tool jdbc 2              export DB_URL="jdbc:sqlserver://sql01:1433;databaseName=shop;user=sa;password=«{pw}»;encrypt=true"
tool jdbc 3              java -Djavax.net.ssl.trustStorePassword=«{pw}» -Djavax.net.ssl.trustStore=/etc/t.jks -jar app.jar
tool urls 1              celery -A app worker -b amqp://app:«{pw}»@mq1:5672/prod
tool urls 2              redis-cli -u redis://:«{pw}»@cache1:6379/0 ping
tool urls 3              mongodump --uri 'mongodb+srv://backup:«{pw}»@c0.example.mongodb.net/shop' --gzip
tool netrc 1             echo 'machine api.example.com login jane password «{pw}»' >> ~/.netrc && chmod 600 ~/.netrc
tool netrc 2             cat > ~/.netrc <<EOF⏎machine api.heroku.com⏎  login jane@example.com⏎  password «{uuid}»⏎EOF
tool netrc 3             printf 'default login anonymous password %s\n' '«{pw}»' > ~/.netrc
tool pgpass 1            echo 'db1:5432:shop:app:«{pw}»' > ~/.pgpass; chmod 600 ~/.pgpass
tool pgpass 2            echo "*:*:*:postgres:«{sym3}»" >> /var/lib/postgresql/.pgpass
tool pgpass 3            cat <<'E' > /root/.pgpass⏎localhost:5432:*:repl:«{pw}»⏎E
tool htpasswd 1          htpasswd -bc /etc/nginx/.htpasswd admin «{sym3}»
tool htpasswd 2          docker run --rm httpd:2 htpasswd -Bbn admin «{pw}» > auth
tool htpasswd 3          printf "admin:$(openssl passwd -apr1 '«{sym3}»')\n" >> /etc/nginx/.htpasswd
tool openssl 1           openssl pkcs12 -export -in c.pem -inkey k.pem -out c.p12 -passout pass:«{pw}»
tool openssl 2           openssl rsa -in enc.key -out plain.key -passin 'pass:«{sym3}»'
tool openssl 3           tar cz /etc | openssl enc -aes-256-cbc -pbkdf2 -k «{pw}» > etc.tgz.enc
tool gpg 1               gpg --batch --yes --passphrase «{sym3}» -c backup.tar
tool gpg 2               echo "«{pw}»" | gpg --batch --passphrase-fd 0 --decrypt a.gpg > a
tool gpg 3               gpg --batch --gen-key <<E⏎Key-Type: RSA⏎Name-Real: Ops⏎Passphrase: «{pw}»⏎E
tool ansible 1           ansible-playbook site.yml -e 'ansible_become_pass=«{sym3}»'
tool ansible 2           ansible-vault encrypt_string '«{sym3}»' --name 'db_password'
tool ansible 3           ansible all -i hosts -m ping -e '{"ansible_ssh_pass": "«{pw}»"}'
tool terraform 1         terraform apply -var 'db_password=«{sym3}»' -auto-approve
tool terraform 2         export TF_VAR_admin_secret=«{pw}»
tool terraform 3         credentials "app.terraform.io" {⏎  token = "«{pw}»"⏎}
tool helm 1              helm upgrade --install pg bitnami/postgresql --set auth.postgresPassword=«{pw}»,auth.database=shop
tool helm 2              helm repo add internal https://charts.example.com --username ci --password «{sym3}»
tool helm 3              helm install graf grafana/grafana --set-string adminPassword='«{sym3}»'
tool smb 1               smbclient //fs1/share -U 'CORP\jane%«{pw}»' -c 'ls'
tool smb 2               mount -t cifs //fs1/share /mnt -o username=jane,password=«{pw}»,vers=3.0
tool smb 3               net use Z: \\fs1\share «{pw}» /user:CORP\jane
tool ldap 1              ldapsearch -x -H ldaps://dc1 -D 'cn=admin,dc=ex,dc=com' -w '«{sym3}»' -b dc=ex,dc=com '(uid=jane)'
tool ldap 2              ldappasswd -x -D cn=admin,dc=ex -w «{pw}» -s «{sym3}» uid=jane,dc=ex
tool ldap 3              dn: uid=jane,dc=ex⏎changetype: modify⏎replace: userPassword⏎userPassword: «{SSHA}{b64}»⏎
tool snmp 1              snmpwalk -v3 -l authPriv -u mon -a SHA -A «{pw}» -x AES -X «{pw}» sw1 ifTable
tool snmp 2              snmpget -v2c -c «{pw}» sw1 sysUpTime.0
tool snmp 3              createUser mon SHA «{sym3}» AES
tool ipmi 1              ipmitool -I lanplus -H bmc1 -U ADMIN -P «{pw}» chassis power status
tool ipmi 2              ipmitool user set password 2 «{pw}»
tool ipmi 3              racadm -r idrac1 -u root -p «{pw}» getsysinfo
tool rabbit/kafka 1      rabbitmqctl add_user shop «{pw}» && rabbitmqctl set_permissions shop '.*' '.*' '.*'
tool rabbit/kafka 2      rabbitmqadmin -u admin -p «{pw}» list queues
tool rabbit/kafka 3      kafka-configs.sh --zookeeper zk:2181 --alter --add-config 'SCRAM-SHA-256=[password=«{pw}»]' --entity-type users --entity-name app
tool redis/mongo 1       redis-cli -h cache1 -a «{pw}» --no-auth-warning FLUSHALL
tool redis/mongo 2       mongo admin -u root -p «{pw}» --eval 'db.stats()'
tool redis/mongo 3       mongosh --eval "db.createUser({user:'app',pwd:'«{sym3}»',roles:['readWrite']})"
tool ssh/expect 1        sshpass -p '«{sym3}»' ssh -o StrictHostKeyChecking=no root@10.0.0.5 uptime
tool ssh/expect 2        expect -c 'spawn ssh root@sw1; expect "assword:"; send "«{pw}»\r"; interact'
tool ssh/expect 3        plink -ssh -pw «{pw}» admin@10.0.0.9 show run
tool users 1             echo 'deploy:«{sym3}»' | sudo chpasswd
tool users 2             useradd -m -s /bin/bash -p '«$6$abcdefgh${k43}»' deploy
tool users 3             echo -e '«{pw}»\n«{pw}»' | passwd deploy
tool paas 1              heroku config:set STRIPE_SECRET=«{pw}» --app shop
tool paas 2              vault login «hvs.{k24}»
tool paas 3              consul kv put -token=«{uuid}» app/db/url x
tool tokens 1            curl -b 'session=«{jwt}»' https://app.example.com/me
tool tokens 2            -----BEGIN OPENSSH PRIVATE KEY-----⏎«{b64}{k20}⏎{b64}{k20}»⏎-----END OPENSSH PRIVATE KEY-----
tool tokens 3            doctl auth init -t «{hex64}»
"""  # noqa: E501
