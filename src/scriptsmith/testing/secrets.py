"""Lines with secrets, made on the spot: the values are drawn when they are needed, and none stands in any file."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

from .secret_draws import draw


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretSample:
    """A text of one kind, and what in it must never be seen."""

    kind: str
    text: str
    secret: str


PATTERNS = r"""
mysql -p                 mysql -u root -p«{pw}» shop < dump.sql
mysql -p quoted          mysqldump --single-transaction -u app -p'«{sym}»' shop > dump.sql
mysql -p dollar          mysql -h db1 -uroot -p'«{dollar}»' -e 'show processlist;'
mysql -p blank           mysql -u root -p «{pw}» shop < dump.sql
mysqldump -p blank       mysqldump --single-transaction -u app -p '«{sym}»' shop > dump.sql
mysqladmin -p blank      mysqladmin -p «k9x!{word}» ping
mysqladmin               mysqladmin -u root -p«{word}» shutdown
mariadb                  docker exec -i db mariadb -uroot -p«{pw}» < /tmp/x.sql
--password=              mysqldump --user=backup --password=«{word}» --all-databases
--password quoted        wget --user=bob --password="«{sym}»" https://example.com/file
--password space         az login --service-principal -u app --password «{sym}» --tenant t1
--http-password          wget --http-user=bob --http-password=«{pw}» https://example.com/
MYSQL_PWD                MYSQL_PWD=«{word}» mysql -u root -e 'select 1'
PGPASSWORD               PGPASSWORD=«{pw}» psql -h db -U app -c 'vacuum'
PGPASSWORD quoted        export PGPASSWORD='«{dollar}»'
sshpass -p               sshpass -p «{pw}» ssh root@10.0.0.5 uptime
sshpass -p quoted        sshpass -p '«{sym}»' scp file root@10.0.0.5:/tmp/
sshpass -p joined        sshpass -p«{word}» ssh host true
SSHPASS                  SSHPASS=«{pw}» sshpass -e ssh host
curl -u                  curl -u admin:«{pw}» https://api.example.com/v1/status
curl -u quoted           curl -sS -u 'admin:«{sym}»' https://api.example.com/
curl --user              curl --user "deploy:«{pw}»" -O https://repo.example.com/a.tgz
curl -su                 curl -su elastic:«{word}» localhost:9200/_cat/health
curl proxy               curl --proxy-user bob:«{pw}» -x proxy:3128 http://example.com
httpie                   http -a bob:«{pw}» GET example.com/api
bearer header            curl -H "Authorization: Bearer «{k36}»" https://api.example.com
bearer single quotes     curl -H 'authorization: bearer «{k40}»' https://api.example.com
token header             curl -H "Authorization: token «{hex40}»" https://git.example.com/api
basic header             curl -H 'Authorization: Basic «{b64}»' https://example.com
x-api-key                curl -H "X-API-Key: «{k24}»" https://example.com
x-auth-token             curl -H 'X-Auth-Token: «{hex32}»' https://example.com
PRIVATE-TOKEN            curl --header "PRIVATE-TOKEN: «{k20}»" https://git.example.com/api/v4/projects
x-vault-token            curl -H "X-Vault-Token: «{k24}»" http://vault:8200/v1/secret/x
cookie                   curl --cookie-jar j -H 'Cookie: session=«{hex32}»' https://example.com
export TOKEN             export API_TOKEN=«{k36}»
export TOKEN quoted      export GRAFANA_TOKEN="«{k36}»"
export PASSWORD word     export DB_PASSWORD=«{word}»
assignment               PASSWORD='«{sym}»'
assignment dollar        ADMIN_PASS='«{dollar}»'
local assignment         local secret="«{pw}»"
declare                  declare -r API_KEY="«{k35}»"
readonly                 readonly CLIENT_SECRET='«{k40}»'
default expansion        : "${DB_PASSWORD:=«{pw}»}"
env prefix               env SECRET_KEY=«{k36}» python manage.py migrate
env file                 DJANGO_SECRET_KEY=«{k40}»
set in fish              set -x AWS_SECRET_TOKEN «{k36}»
aws secret key           export AWS_SECRET_ACCESS_KEY=«{k40}»
aws ini                  aws_secret_access_key = «{k40}»
aws configure            aws configure set aws_secret_access_key «{k40}»
aws access key id        key id AKIA«{up16}» leaked
openai                   client = OpenAI("«sk-proj-{k40}»")
anthropic                found «sk-ant-api03-{k40}» in the log
vault token              VAULT_ADDR=https://v vault login «hvs.{k24}»
github token             git clone https://oauth2:«ghp_{k36}»@github.com/o/r.git
github fine              echo «github_pat_{k36}»
gitlab token             glab auth login --token «glpat-{k20}»
slack token              the bot uses «xoxb-{digits}-{digits}-{k24}» today
slack webhook            curl -d '{"text":"hi"}' «https://hooks.slack.com/services/T0{up16}/B0{up16}/{k24}»
stripe                   stripe charges list --api-key «sk_live_{k24}»
google api               curl "https://maps.example.com/json?key=«AIza{k35}»"
npm token                //registry.example.com/:_authToken=«npm_{k36}»
sendgrid                 SG «SG.{k22}.{k43}»
telegram                 curl https://api.telegram.org/bot«{digits}:{k35}»/getMe
jwt                      curl -d 'x' -b «{jwt}» https://example.com
pem block                «{pem}»
pem here-document        cat > key.pem <<'EOF'⏎«{pem}»⏎EOF
url password             psql postgres://app:«{pw}»@db.example.com:5432/shop
url encoded              curl https://bob:«p%40{pw}»@example.com/
redis url                export REDIS_URL=redis://:«{pw}»@cache:6379/0
amqp url                 celery -b amqp://guest1:«{word}»@mq//
connection string        "Server=db;Database=shop;User Id=sa;Password=«{sym}»;Encrypt=true"
azure storage            DefaultEndpointsProtocol=https;AccountName=a;AccountKey=«{azure}»
jdbc oracle              jdbc:oracle:thin:scott/«{pw}»@db:1521/xe
sqlplus                  sqlplus -s system/«{pw}»@orcl @report.sql
kubectl literal          kubectl create secret generic db --from-literal=password=«{pw}»
kubectl literal quoted   kubectl create secret generic db --from-literal='conn=«{sym}»'
docker registry secret   kubectl create secret docker-registry r --docker-username=u --docker-password=«{pw}»
docker login -p          docker login -u bob -p «{pw}» registry.example.com
docker password-stdin    echo "«{sym}»" | docker login -u bob --password-stdin registry.example.com
docker env               docker run -d -e MYSQL_ROOT_PASSWORD=«{word}» mysql:8
docker env quoted        docker run -e "POSTGRES_PASSWORD=«{sym}»" postgres:16
htpasswd -b              htpasswd -b /etc/nginx/.htpasswd bob «{pw}»
htpasswd -nb             htpasswd -nbB bob '«{sym}»'
redis-cli -a             redis-cli -h cache -a «{pw}» ping
redis config             requirepass «{pw}»
mongo                    mongodump -u admin -p «{pw}» --authenticationDatabase admin
ldapsearch -w            ldapsearch -x -D cn=admin,dc=x -w «{pw}» -b dc=x
openssl pass:            openssl enc -aes-256-cbc -pbkdf2 -in a -out b -pass pass:«{pw}»
openssl passin           openssl rsa -in key.pem -passin pass:«{word}» -out k.pem
openssl -k               openssl enc -d -aes-256-cbc -k '«{sym}»' -in x
gpg passphrase           gpg --batch --passphrase '«{sym}»' -c file
zip -P                   zip -P «{pw}» out.zip file
7z -p                    7z a -p«{pw}» out.7z dir
echo sudo -S             echo «{pw}» | sudo -S systemctl restart nginx
echo passwd --stdin      echo '«{sym}»' | passwd --stdin bob
echo chpasswd            echo "bob:«{pw}»" | chpasswd
chpasswd here-string     chpasswd <<< "bob:«{pw}»"
printf passwd            printf '%s\n' '«{sym}»' | cryptsetup luksOpen /dev/sdb1 data -
netrc                    machine api.example.com login bob password «{pw}»
pgpass                   db.example.com:5432:shop:app:«{pw}»
rabbitmq                 rabbitmqctl add_user app «{pw}»
sql identified           mysql -e "CREATE USER 'a'@'%' IDENTIFIED BY '«{sym}»'"
sql alter role           psql -c "ALTER ROLE app WITH PASSWORD '«{sym}»'"
smb mount                mount -t cifs //s/x /mnt -o username=bob,password=«{pw}»,uid=0
smbclient                smbclient //s/x -U bob%«{pw}» -c ls
keytool                  keytool -list -keystore k.jks -storepass «{word}»
snmp                     snmpwalk -v3 -u bob -A «{pw}» -l authNoPriv host
ipmitool                 ipmitool -H bmc -U admin -P «{pw}» chassis power status
wifi                     nmcli dev wifi connect home password «{pw}»
ansible extra vars       ansible-playbook site.yml -e "ansible_become_password=«{pw}»"
helm set                 helm upgrade a ./c --set auth.password=«{pw}»
kubeadm token            kubeadm join 10.0.0.1:6443 --token «abc123.{tok16}»
json body                curl -d '{"user":"bob","password":"«{sym}»"}' https://example.com/login
json escaped             curl -d "{\"user\":\"bob\",\"password\":\"«{pw}»\"}" https://example.com/login
form body                curl -d "user=bob&password=«{pw}»" https://example.com/login
query token              curl "https://example.com/hook?token=«{k24}»&x=1"
json key                 {"api_key": "«{k35}»", "region": "eu"}
yaml password            ⏎database:⏎  user: app⏎  password: «{pw}»⏎  port: 5432
yaml word                password: «{word}»
yaml quoted              - client_secret: '«{sym}»'
toml key                 api_key = "«{k35}»"
ini password             db_password = «{word}»
terraform                admin_password = "«{sym}»"
python                   conn = connect(user="app", password="«{sym}»")
php array                'password' => '«{sym}»',
words: with password     create the user bob with password «{pw}»
words: password is       the root password is «{sym}» on all hosts
words: set to            set the mysql root password to «{pw}» and restart it
words: quoted            change the password of bob to '«{word}»'
words: colon             login with user bob, password: «{pw}»
words: api key           use the API key «{k35}» for the call
words: token             the token is «{hex40}»
psql uri with options    psql "postgresql://rep:«{sym2}»@10.1.1.1/shop?sslmode=require"
pgbouncer userlist       psql -c "CREATE ROLE r LOGIN PASSWORD '«{pw}»' VALID UNTIL 'infinity'"
mysql user first         mysql -uroot --password='«{sym}»' -h 127.0.0.1 -N -e 'select 1'
mysql cnf                ⏎[client]⏎user=root⏎password=«{pw}»⏎host=localhost
mysql in ssh             ssh db1 "mysql -uroot -p«{pw}» -e 'flush logs'"
mysql in backticks       COUNT=`mysql -u mon -p«{pw}» -N -e 'select count(*) from t'`
curl in substitution     STATUS=$(curl -s -o /dev/null -w '%{http_code}' -u mon:«{pw}» https://example.com)
curl continued           curl -s \⏎  -u admin:«{pw}» \⏎  https://example.com
curl header variable     HDR="Authorization: Bearer «{k40}»"
curl data token          curl -X POST -F token=«{k24}» -F file=@a https://example.com
wget header              wget --header="Authorization: Bearer «{k36}»" https://example.com/x
api-key header           curl -H 'api-key: «{hex32}»' https://search.example.com
export two               export USER=bob TOKEN=«{k24}»
export in profile        echo 'export GITLAB_TOKEN=«{k24}»' >> ~/.bashrc
systemd unit             Environment="DB_PASSWORD=«{sym}»"
compose list             ⏎    environment:⏎      - REDIS_PASSWORD=«{pw}»
compose map              ⏎    environment:⏎      POSTGRES_PASSWORD: «{pw}»
dockerfile env           ENV API_KEY=«{k35}»
dockerfile arg           ENV ADMIN_PASSWORD «{pw}»
k8s secret stringData    ⏎stringData:⏎  token: «{k24}»
helm values              adminPassword: «{pw}»
git remote               git remote set-url origin https://ci:«{k24}»@git.example.com/o/r.git
git config header        git -c http.extraheader="AUTHORIZATION: basic «{b64}»" fetch
pip index                pip install --index-url https://__token__:«{k36}»@pypi.example.com/simple x
sudo here-string         sudo -S apt update <<< '«{pw}»'
echo pipe sudo           echo '«{pw}»' | sudo --stdin whoami
expect                   expect -c 'spawn ssh h; expect "assword:"; send "«{pw}»\r"; interact'
read default             PASS=${PASS:-«{pw}»}
function argument        deploy --db-password "«{sym}»" --force
ssh key passphrase       ssh-keygen -t ed25519 -N '«{sym}»' -f id
ssh-keygen old           ssh-keygen -p -P «{pw}» -N «{pw}» -f id
restic                   RESTIC_PASSWORD=«{pw}» restic backup /srv
borg                     export BORG_PASSPHRASE='«{sym}»'
rclone                   rclone config create r sftp user bob pass «{pw}»
lftp                     lftp -u bob,«{pw}» sftp://host -e 'ls; bye'
ftp here-document        ftp -n host <<END⏎user bob «{pw}»⏎END
aws session              export AWS_SESSION_TOKEN="«{k40}»"
gcloud key file          "private_key_id": "x", "client_secret": "«{k24}»"
azure sas                azcopy copy 'https://a.blob.core.windows.net/c?sv=2022&sig=«{b64}»' .
datadog                  DD_API_KEY=«{hex32}» bash -c "$(curl -L https://example.com/install.sh)"
vault put                vault kv put secret/db password=«{pw}»
vault env                VAULT_TOKEN=«hvs.{k24}» vault status
consul                   consul acl set-agent-token agent «{uuid}»
ansible host var         host1 ansible_user=root ansible_ssh_pass=«{pw}»
winrm                    pywinrm -u Administrator -p '«{sym}»' host
log line                 2024-05-01 ERROR login failed user=bob password=«{pw}» ip=10.0.0.1
alert text               Alert: job failed, url=https://ci:«{pw}»@jenkins/job/1
stack trace              at connect(mysql://app:«{word}»@db:3306/shop)
words: rotate            rotate the database password from old to «{pw}»
words: using             log in as admin using the password «{sym}»
words: pass for          password for bob = «{pw}»
words: secret            store the secret "«{pw}»" in the vault
psql in cron             0 3 * * * postgres PGPASSWORD=«{pw}» pg_dump -h db shop > /srv/b.sql
mysql loop               for d in a b; do mysqldump -uroot -p"«{sym}»" "$d" | gzip > "$d.gz"; done
mysql config editor      mysql_config_editor set --login-path=x --user=root --password «{pw}»
curl ftp                 curl -T file ftp://host/ --user bob:«{sym3}»
curl json bearer         curl -XPOST -H "Content-Type: application/json" -H "Authorization: Bearer «{jwt}»" -d '{}' https://x.example.com
curl bot header          curl -H "Authorization: Bot «{k40}»" https://chat.example.com/api
array assignment         AUTH=(-u "bob:«{pw}»")
indirect echo to file    echo "«{pw}»" > /root/.vault_pass
tee secret               echo 'db_password: «{pw}»' | sudo tee /etc/app.yml
sed replace              sed -i 's/^DB_PASSWORD=.*/DB_PASSWORD=«{pw}»/' .env
here-document env        cat > .env <<EOF⏎APP_KEY=base64:«{b64}»⏎DB_PASSWORD=«{word}»⏎EOF
python dict              {'user': 'bob', 'passwd': '«{sym3}»'}
python environ           os.environ["API_TOKEN"] = "«{k24}»"
ruby symbol              password: "«{sym3}»",
java properties          spring.datasource.password=«{pw}»
xml attribute            <add key="x" password="«{pw}»" />
xml element              <password>«{pw}»</password>
nginx auth               proxy_set_header Authorization "Basic «{b64}»";
haproxy stats            stats auth admin:«{pw}»
k8s data base64          kubectl patch secret db -p '{"data":{"password":"«{b64}»"}}'
kubectl config token     kubectl config set-credentials bob --token=«{jwt}»
oc login                 oc login https://api:6443 --token=sha256~«{k43}»
gh secret set            gh secret set API_KEY --body "«{k35}»"
terraform var            terraform apply -var 'db_password=«{pw}»'
s3cmd                    s3cmd --access_key=AKIA«{up16}» --secret_key=«{k40}» ls
mc alias                 mc alias set m https://minio AKIA«{up16}» «{k40}»
git credential           printf 'protocol=https⏎host=h⏎username=u⏎password=«{pw}»⏎' | git credential approve
svn                      svn up --username bob --password «{pw}» --non-interactive
smb credentials file     ⏎username=bob⏎password=«{pw}»⏎domain=X
wpa supplicant           ⏎network={⏎  ssid="home"⏎  psk="«{sym3}»"⏎}
openvpn auth             echo -e "bob\n«{pw}»" > /etc/openvpn/auth.txt
ssh askpass              SSH_ASKPASS_PASSWORD='«{sym3}»' ssh-add
passwd twice             echo -e "«{pw}»\n«{pw}»" | passwd bob
usermod hash             usermod -p '«$6$abcdefgh${k43}»' bob
mail relay               [smtp.example.com]:587 bob:«{pw}»
webhook secret           WEBHOOK_SECRET=«{hex40}» ./serve
ticket text              The customer wrote: my password is «{pw}», please check.
chat text                pw: «{sym3}»
credentials pair         credentials: bob / «{pw}»
use token                export the token «{k40}» before you run it
"""


def lines(chance: random.Random, patterns: str = PATTERNS) -> Iterator[SecretSample]:
    """One line of every kind in `patterns`, with new values."""
    for row in patterns.strip().splitlines():
        kind, text = row[:25].strip(), row[25:].replace("⏎", "\n")
        text = re.sub(r"\{(\w+)\}", lambda found: draw(found[1], chance) or found[0], text)
        secrets = re.findall("«(.*?)»", text, re.DOTALL)
        for secret in secrets:
            yield SecretSample(kind=kind, text=re.sub("[«»]", "", text), secret=secret)
