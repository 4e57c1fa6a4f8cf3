"""Lines with secrets by class: encodings, tokens by issuer, standard input, arrays, cookies and plain words."""

from __future__ import annotations

CLASSES = r"""
base64 kubeconfig        - name: ops⏎  user:⏎    client-certificate-data: {cert64}⏎    client-key-data: «{pem64}»
base64 kubeconfig quoted     client-key-data: "«{pem64}»"
base64 kubeconfig json   {"user": {"client-key-data": "«{pem64}»"}}
base64 tls secret        data:⏎  tls.crt: {cert64}⏎  tls.key: «{pem64}»
base64 tls secret json   kubectl patch secret web -p '{"data":{"tls.key":"«{pem64}»"}}'
base64 ssh secret        data:⏎  ssh-privatekey: «{pem64}»
base64 echo              echo «{pem64}» | base64 -d > /etc/ssl/private/web.key
base64 echo quoted       echo "«{pem64}»" | base64 --decode | sudo tee /root/.ssh/id_ed25519
base64 printf            printf '%s' '«{pem64}»' | openssl base64 -d -A -out k.pem
base64 here-string       base64 -d <<< "«{pem64}»" > k.pem
base64 here-document     base64 -d > k.pem <<'EOF'⏎«{pemlines64}»⏎EOF
base64 variable          K8S_CERT_B64=«{pem64}»
base64 cloud-init        write_files:⏎- encoding: b64⏎  path: /etc/x.pem⏎  content: «{pem64}»
base64 data url          curl -d 'data:application/x-pem-file;base64,«{pem64}»' http://h
base64 docker config     data:⏎  .dockerconfigjson: «{docker64}»
base64 docker pipe       echo «{docker64}» | base64 -d > ~/.docker/config.json
base64 env file          echo «{env64}» | base64 -d > .env
base64 url safe          --private-key-b64 «{pemurl64}»
base64 pair header       http h "X-Auth: Basic «{pair64}»"
base64 netrc             data:⏎  .netrc: «{netrc64}»
der pkcs8                «{pkcs8}»
der pkcs1                KEY="«{pkcs1}»"
der ec                   -keydata «{ecder}»
openssh body             «{openssh}»
docker auth              {"auths": {"registry.example.com": {"auth": "«{pair64}»"}}}
docker auth pretty       "https://index.docker.io/v1/": {⏎  "auth": "«{pair64}»"⏎}
docker auth escaped      echo "{\"auths\":{\"r.example.com\":{\"auth\":\"«{pair64}»\"}}}" > config.json
docker auth yaml             auth: «{pair64}»
docker identitytoken     {"auths": {"r.azurecr.io": {"identitytoken": "«{jwt}»"}}}
docker compose auth      registry_auth=«{pair64}»
npmrc _auth              _auth=«{pair64}»
npmrc _auth spaces       _auth = "«{pair64}»"
npmrc scoped             //npm.example.com/:_auth=«{pair64}»
npmrc set                npm config set _auth "«{pair64}»"
npmrc set scoped         npm config set //npm.example.com/:_authToken «{uuid}»
npmrc yarn               npmAuthIdent: "«{pair64}»"
npmrc yarn token         npmAuthToken: «{uuid}»
npmrc _password          //npm.example.com/:_password="«{pw64}»"
token gitlab trigger     curl -F token=«glptt-{hex40}» -F ref=main https://gitlab.example.com/api/v4/projects/1/trigger/pipeline
token gitlab trigger bare «glptt-{hex40}»
token gitlab deploy      «gldt-{k20}»
token gitlab runner      gitlab-runner register --token «glrt-{k20}»
token gitlab runner reg  «GR1348941{k20}»
token gitlab job         «glcbt-64_{k20}»
token gitlab feed        «glft-{k20}»
token gitlab oauth       «gloas-{hex64}»
token gitlab scim        «glsoat-{k20}»
token gitlab mail        «glimt-{k25}»
token gitlab agent       «glagent-{k50}»
token gitlab flags       «glffct-{k20}»
token gitlab session     Cookie: _gitlab_session=«{hex32}»
token github app         «ghs_{k36}»
token digitalocean       «doo_v1_{hex64}» and then
token digitalocean 2     «dor_v1_{hex64}»
token tailscale          «tskey-auth-{k12}CNTRL-{k30}»
token cloudflare origin  «v1.0-{hex24}-{hex146}»
token anthropic          «sk-ant-api03-{k93}»
token openai project     «sk-proj-{k48}»
token groq               «gsk_{k52}»
token replicate          «r8_{k37}»
token perplexity         «pplx-{k48}»
token xai                «xai-{k80}»
token huggingface org    «api_org_{k34}»
token linear oauth       «lin_oauth_{hex64}»
token notion             «ntn_{k46}»
token notion old         «secret_{k43}»
token airtable           «pat{k14}.{hex64}»
token dynatrace          «dt0s01.{up24}.{up64}»
token pulumi             «pul-{hex40}»
token terraform cloud    «{k14}.atlasv1.{k67}»
token databricks         «dapi{hex32}-2»
token grafana cloud      «glc_{b64x}»
token sonar              «sqp_{hex40}» «squ_{hex40}» «sqa_{hex40}»
token new relic          «NRII-{k32}»
token sendinblue         «xkeysib-{hex64}-{k16}»
token shopify            «shptka_{hex32}»
token square             «EAAA{k60}»
token stripe restricted  «rk_live_{k24}»
token stripe hook        «whsec_{k32}»
token twilio             «SK{hex32}»
token telegram           «7{dig9}:AA{k33}»
token discord            «MT{k24}.{k6}.{k38}»
token slack app          «xapp-1-A{up10}-{dig13}-{hex64}»
token slack config       «xoxe.xoxp-1-{k163}»
token slack bot          «xoxb-{dig12}-{dig12}-{k24}»
token npm                «npm_{k36}»
token clojars            «CLOJARS_{hex60}»
token crates             «cio{k32}»
token rubygems           «rubygems_{hex48}»
token nuget              «oy2{low43}»
token jfrog              «AKCp{k69}»
token jfrog ref          «cmVmdGtu{k56}»
token docker org         «dckr_oat_{k32}»
token planetscale        «pscale_tkn_{k43}» «pscale_pw_{k43}»
token supabase           «sbp_{hex40}»
token supabase key       «sb_secret_{k31}»
token neon               «napi_{low64}»
token doppler            «dp.pt.{k43}» «dp.st.prd.{k40}»
token onepassword        «ops_eyJ{k250}»
token infisical          «st.{hex24}.{hex32}.{hex32}»
token vault batch        «hvb.{k100}»
token vault old          VAULT_TOKEN=«s.{k24}»
token consul             CONSUL_HTTP_TOKEN=«{uuid}»
token age                «AGE-SECRET-KEY-1{up58}»
token buildkite          «bkua_{hex40}»
token circleci           «CCIPAT_{k22}_{hex40}»
token sentry user        «sntryu_{hex64}»
token sentry org         «sntrys_eyJ{k120}_{k43}»
token posthog            «phx_{k43}»
token postman            «PMAK-{hex24}-{hex34}»
token figma              «figd_{k40}»
token fly                «fo1_{k43}»
token fly macaroon       FLY_API_TOKEN="«FlyV1 fm2_{b64x}»"
token render             «rnd_{k32}»
token heroku             «HRKU-AA{k58}»
token netlify            «nfp_{k36}»
token vercel             VERCEL_TOKEN=«{k24}»
token scaleway           SCW_SECRET_KEY=«{uuid}»
token linode             LINODE_TOKEN=«{hex64}»
token aws access         AWS_ACCESS_KEY_ID=«AKIA{up16}»
token azure secret       «{k3}8Q~{k34}»
token google oauth       «GOCSPX-{k28}»
token google refresh     «1//0{k60}»
token facebook           «EAACEdEose0cBA{k60}»
token atlassian          «ATATT3xFfGF0{k170}»
token bitbucket          «ATBB{k32}»
token okta               Authorization: SSWS «00{k40}»
token teams              https://x.webhook.office.com/webhookb2/«{uuid}@{uuid}/IncomingWebhook/{hex32}/{uuid}»
sentry dsn               SENTRY_DSN=https://«{hex32}»@o{dig6}.ingest.sentry.io/{dig7}
sentry dsn us            dsn: "https://«{hex32}»@o{dig6}.ingest.us.sentry.io/{dig7}"
sentry dsn own           Sentry.init({ dsn: "https://«{hex32}»@sentry.example.com/2" })
sentry dsn secret        https://{hex32}:«{hex32}»@sentry.example.com/2
curl -u alone                -u ops:«{pw}» \
curl -u continued        curl -sS \⏎  -u ops:«{word}» \⏎  https://example.com/api
curl -u alone joined       -uops:«{sym3}» \
curl --user alone            --user ops:«{pw}» \
curl -u array            args=(-sS -u "ops:«{pw}»" https://example.com)
curl config              user = "ops:«{pw}»"
curl config x            echo 'user = ops:«{pw}»' | curl -K - https://example.com
array -p                 MYSQL=(mysql -h db -u root "-p«{pw}»")
array -p only            opts=(-h db "-p«{pw}»" shop)
array -p single          opts+=('-p«{sym3}»')
array -p lines           opts=(⏎  --host=db⏎  "-p«{pw}»"⏎)
array --password         opts=("--password=«{word}»" x)
array python             subprocess.run(["mysql", "-u", "root", "-p«{pw}»"])
array python pair        subprocess.run(["sshpass", "-p", "«{word}»", "ssh", "h"])
array yaml               command: ["mysqldump", "-uroot", "-p«{pw}»", "shop"]
array yaml lines         args:⏎- --user⏎- ops⏎- --password⏎- «{pw}»
array json option        ["--token", "«{k24}»"]
array systemd            ExecStart=/usr/bin/mysqldump -uroot "-p«{pw}»" shop
assoc one line           declare -A cfg=([user]=ops [password]=«{word}»)
assoc quoted             cfg=([user]="ops" ["password"]="«{word}»")
assoc single             declare -A c=( ['api_key']='«{k24}»' )
assoc set                cfg[password]=«{word}»
assoc set quoted         cfg["db_password"]='«{sym3}»'
assoc lines              declare -A db=(⏎  [host]=db1⏎  [pass]=«{pw}»⏎)
assoc php                $cfg['password'] = '«{word}»';
assoc ruby               cfg[:password] = "«{word}»"
stdin printf passwd      printf «{word}» | passwd --stdin root
stdin printf twice       printf '%s\n' '«{word}' '{word}» ' | passwd bob
stdin printf lines       printf '«{pw}»\n«{pw}»\n' | passwd bob
stdin printf chpasswd    printf 'bob:«{word}»\n' | chpasswd
stdin printf chpasswd 2  printf '%s:%s\n' bob «{word}» | chpasswd
stdin echo chpasswd      echo "bob:«{word}»" | sudo chpasswd
stdin group              { echo «{pw}»; echo «{pw}»; } | passwd bob
stdin subshell           (echo '«{sym3}'; echo '{sym3}») | smbpasswd -s -a bob
stdin here-string        passwd --stdin bob <<< «{word}»
stdin here-document      passwd bob <<EOF⏎«{pw}»⏎«{pw}»⏎EOF
stdin here-doc chpasswd  chpasswd <<EOF⏎bob:«{word}»⏎eve:«{pw}»⏎EOF
stdin cat here-doc       cat <<EOF | chpasswd⏎bob:«{word}»⏎EOF
stdin luks               echo -n «{word}» | cryptsetup luksOpen /dev/sdb1 x -
stdin docker             echo «{word}» | docker login -u ops --password-stdin
stdin docker var         docker login -u ops --password-stdin <<< "«{word}»"
stdin sudo -S            echo «{word}» | sudo -S systemctl restart x
stdin kinit              echo «{word}» | kinit ops@EXAMPLE.COM
stdin gpg                echo «{word}» | gpg --batch --passphrase-fd 0 -d x.gpg
stdin openssl            echo «{word}» | openssl enc -aes-256-cbc -pass stdin -in a -out b
stdin htpasswd           echo «{word}» | htpasswd -i -c f bob
stdin mosquitto          printf '%s\n' «{pw}» | ldappasswd -T /dev/stdin
stdin vault              echo -n «{k24}» | vault login -
stdin gh                 echo «{k35}» | gh auth login --with-token
stdin kubectl            echo -n '«{word}»' | kubectl create secret generic x --from-file=p=/dev/stdin
stdin secret-tool        printf '%s' '«{word}»' | secret-tool store --label=x a b
stdin pass               echo '«{word}»' | pass insert -e web/x
stdin security           echo "«{word}»" | su - ops -c id
stdin ssh-add            echo "«{word}»" | ssh-add -
stdin vncpasswd          echo "«{word}»" | vncpasswd -f > ~/.vnc/passwd
stdin ansible            echo '«{word}»' | ansible-vault encrypt_string --stdin-name x
stdin tee vault          echo «{pw}» | tee ~/.vault_pass.txt
snmp word                snmpwalk -v2c -c «{word}» 10.0.0.1 ifDescr
snmp joined              snmpget -v 2c -c«{pw}» h sysUpTime.0
snmp quoted              snmpbulkwalk -v2c -c '«{sym3}»' h
snmp check               check_snmp -H h -C «{word}» -o sysUpTime.0
snmp config              com2sec ro default «{word}»
snmp telegraf            community = "«{pw}»"
cookie curl -b           curl -b 'JSESSIONID=«{up32}»' https://h/app
cookie curl -b bare      curl -b session=«{k32}» https://h
cookie curl long         curl --cookie "PHPSESSID=«{low26}»; lang=en" https://h
cookie second            curl -H 'Cookie: lang=en; sessionid=«{low32}»' https://h
cookie set               Set-Cookie: connect.sid=s%3A«{k32}.{k43}»; Path=/; HttpOnly
cookie laravel           Cookie: XSRF-TOKEN=«{k60}»
cookie wget              wget --header='Cookie: ASP.NET_SessionId=«{low24}»' https://h
cookie httpie            http h 'Cookie:session=«{k40}»'
cookie python            requests.get(u, cookies={"sessionid": "«{low32}»"})
cookie jar               example.com	FALSE	/	TRUE	0	session	«{k40}»
prose login slash        login with ops / «{pw}» and restart it
prose login slash word   login with ops/«{pw}»
prose log in as          log in as ops with «{pw}»
prose is                 the password is «{pw}»
prose is sym             The password is «{sym3}».
prose root on            the root password on db1 is «{pw}»
prose its password       use the ops account, its password is «{pw}»
prose user pass          user ops, password «{pw}»
prose username           Username: ops Password: «{pw}»
prose creds colon        creds: ops:«{pw}»
prose credentials are    the credentials are ops and «{pw}»
prose account            with the account ops (password «{pw}»)
prose pw                 pw «{pw}»
prose quoted             set the password of bob to "«{word}»"
prose changed            the password was changed to «{pw}»
prose arrow              password → «{sym3}»
prose parens             ssh to db1 as ops ("«{pw}»" is the password)
prose using user         connect as ops using «{sym3}»
prose passphrase         the passphrase of the key is «{pw}»
prose key                API key: «{k32}»
prose pin                the token is «{k24}», it expires tomorrow
prose auth               authenticate with ops:«{pw}»
prose sign in            sign in with user ops and password «{pw}»
prose db                 connect to shop (user shop / pass «{pw}»)
prose reset              reset the admin password to «{sym3}» on web1
prose secret             the client secret is «{k32}»
prose backticks          the password is `«{pw}»`
prose german             Passwort: «{pw}»
named xml                <db user="x" pwd="«{word}»"/>
named xml text           <apiKey>«{k24}»</apiKey>
named toml               api_token = '«{word}»'
named ini                password=«{word}»
named property           db.password: «{word}»
named json               "secretKey":"«{word}»"
named hcl                password             = "«{word}»"
named env export         export DB_PASS='«{word}»'
named dash               client-secret: «{word}»
named yaml list          - name: DB_PASSWORD⏎  value: «{word}»
named plist              <key>Password</key>⏎<string>«{word}»</string>
named dsn                dsn = "host=db user=ops password=«{word}» dbname=shop"
named xml property       <property name="hibernate.connection.password">«{word}»</property>
named windows            <setting name="ApiKey" value="«{k24}»" />
"""
