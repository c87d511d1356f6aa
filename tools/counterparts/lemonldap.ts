/** LemonLDAP::NG as provider of OpenID Connect and SAML, with its accounts for demonstrations. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../tests/support/services/free-port.ts';
import { until } from '../../tests/support/until.ts';
import { run } from '../release/run.ts';
import type { Daemon } from './daemon.ts';
import type { Counterpart, Stage } from './frame.ts';
import { HeddleServer } from './heddle-server.ts';

/** Characters that providers decode differently. */
const secret = 'kept-to_it.self~%+';
/** One of its accounts; the password is the name. */
const person = { uid: 'dwho', email: 'dwho@badwolf.org' };
const delivered = '/var/lib/lemonldap-ng/conf/lmConf-1.json';

/** Opens pages of both servers, keeps their cookies, and stops at every redirect. */
class Browser {
  readonly #cookies = new Map<string, Map<string, string>>();

  async open(url: string, init: RequestInit = {}) {
    const jar = this.#cookies.get(new URL(url).host) ?? new Map<string, string>();
    this.#cookies.set(new URL(url).host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { accept: 'text/html', ...(cookie !== '' && { cookie }), ...(init.headers as object) },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      text: await response.text(),
    };
  }

  /** Who is signed in to Heddle; `undefined` for nobody. */
  async whoAmI({ url }: HeddleServer): Promise<number | undefined> {
    const headers = { 'x-heddle-client': 'web', 'sec-fetch-site': 'same-origin' };
    const { status, text } = await this.open(`${url}/api/v1/users/me`, { headers });
    return status === 200 ? (JSON.parse(text) as { user_id: number }).user_id : undefined;
  }
}

/** As a redirect or form of the provider opens a page. */
const fromElsewhere = {
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};

interface Sides {
  stage: Stage;
  server: HeddleServer;
  daemon: Daemon;
  /** The address of the provider, with a slash at the end. */
  portal: string;
}

const samlKey = (stage: Stage): string => path.join(stage.folder, 'saml.key');
const samlCertificate = (stage: Stage): string => path.join(stage.folder, 'saml.pem');

function configure(stage: Stage, portal: string, server: HeddleServer, metadata: string): void {
  const folder = (name: string) => stage.makeFolder(name);
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const store = (name: string) => ({
    Directory: folder(name),
    LockDirectory: folder(`${name}/lock`),
    generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
  });
  const cache = (namespace: string) => ({
    namespace,
    cache_root: folder('cache'),
    cache_depth: 3,
    default_expires_in: 600,
    directory_umask: '007',
  });
  const settings = {
    ...(JSON.parse(readFileSync(delivered, 'utf8')) as object),
    portal,
    domain: '127.0.0.1',
    requireToken: 0,
    notification: 0,
    captcha_mail_enabled: 0,
    captcha_register_enabled: 0,
    portalDisplayRegister: 0,
    portalDisplayResetPassword: 0,
    globalStorageOptions: store('sessions'),
    persistentStorageOptions: store('psessions'),
    localSessionStorageOptions: cache('sessions'),
    issuerDBOpenIDConnectActivation: 1,
    oidcServiceMetaDataIssuer: portal,
    oidcServicePrivateKeySig: privateKey,
    oidcServicePublicKeySig: publicKey,
    oidcServiceKeyIdSig: 'loom',
    oidcRPMetaDataOptions: {
      heddle: {
        oidcRPMetaDataOptionsClientID: 'heddle',
        oidcRPMetaDataOptionsClientSecret: secret,
        oidcRPMetaDataOptionsRedirectUris: `${server.url}/complete/openid/`,
        oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
        oidcRPMetaDataOptionsBypassConsent: 1,
        oidcRPMetaDataOptionsRequirePKCE: 1,
      },
    },
    oidcRPMetaDataExportedVars: { heddle: { email: 'mail', name: 'cn' } },
    issuerDBSAMLActivation: 1,
    samlServicePrivateKeySig: readFileSync(samlKey(stage), 'utf8'),
    samlServicePublicKeySig: readFileSync(samlCertificate(stage), 'utf8'),
    samlSPMetaDataXML: { heddle: { samlSPMetaDataXML: metadata } },
    samlSPMetaDataOptions: {
      heddle: {
        samlSPMetaDataOptionsNameIDFormat: 'persistent',
        samlSPMetaDataOptionsCheckSSOMessageSignature: 0,
        samlSPMetaDataOptionsSignSSOMessage: 1,
      },
    },
    samlSPMetaDataExportedAttributes: { heddle: { mail: '1;mail;;', cn: '1;displayName;;' } },
  };
  stage.write('conf/lmConf-1.json', JSON.stringify(settings));
}

const initialization = (stage: Stage): string => `
[all]
logLevel = warn
logger = Lemonldap::NG::Common::Logger::Std
checkTime = 1
[configuration]
type = File
dirName = ${stage.folder}/conf
localStorage = Cache::FileCache
localStorageOptions = {'namespace' => 'config', 'default_expires_in' => 1, 'directory_umask' => '007', 'cache_root' => '${stage.folder}/cache', 'cache_depth' => 3}
[portal]
staticPrefix = /static
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
`;

/** @param secretGiven What Heddle has */
const provider = ({ stage, server, portal }: Omit<Sides, 'daemon'>, secretGiven = secret): string => `
base_url = "${server.url}"
[[oidc]]
id = "openid"
issuer = "${portal}"
client_id = "heddle"
client_secret = "${secretGiven}"
trust_email = "on"
new_accounts = "on"

[[saml]]
id = "saml"
entity_id = "${portal}saml/metadata"
url = "${portal}saml/singleSignOn"
certificate_file = "${samlCertificate(stage)}"
new_accounts = "on"
`;

export const lemonldap: Counterpart = {
  title: 'LemonLDAP::NG',
  packages: [
    'lemonldap-ng',
    // Without these its portal does not start.
    'libgd-securityimage-perl',
    'libimage-magick-perl',
    'libgd-perl',
    'libmime-tools-perl',
    'libemail-sender-perl',
    'libstring-random-perl',
    'libcrypt-openssl-rsa-perl',
    'libcrypt-openssl-bignum-perl',
    'libconvert-base32-perl',
    'libio-string-perl',
    'libauthen-webauthn-perl',
    'libplack-perl',
    'libxml-simple-perl',
    'liblasso-perl',
  ],
  async prove(stage) {
    const port = await freePort();
    const portal = `http://127.0.0.1:${port}/`;
    const server = await HeddleServer.start(stage, '');
    const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '400', '-keyout', samlKey(stage)];
    run('openssl', ['req', '-x509', '-subj', '/CN=lemon', ...key, '-out', samlCertificate(stage)]);
    await server.restart(provider({ stage, server, portal }));
    const metadata = await fetch(`${server.url}/saml/metadata.xml?idp=saml`);
    configure(stage, portal, server, await metadata.text());
    const daemon = await stage.start({
      command: '/usr/bin/plackup',
      args: [
        '-s',
        'HTTP::Server::PSGI',
        '--host',
        '127.0.0.1',
        '--port',
        String(port),
        '-e',
        'require Lemonldap::NG::Portal; Lemonldap::NG::Portal->run({})',
      ],
      env: { LLNG_DEFAULTCONFFILE: stage.write('lemonldap-ng.ini', initialization(stage)) },
      isReady: async () => {
        const { headers } = await fetch(`${portal}.well-known/openid-configuration`);
        return headers.get('content-type')?.includes('json') === true;
      },
    });
    await use({ stage, server, daemon, portal });
  },
};

/** @returns the browser, and what Heddle shows at the end */
async function signIn({ server, portal }: Sides) {
  const browser = new Browser();
  const body = new URLSearchParams({ user: person.uid, password: person.uid });
  const entered = await browser.open(portal, { method: 'POST', body });
  assert.equal(entered.status, 302, entered.text);
  const start = await browser.open(`${server.url}/accounts/login/social/openid`);
  if (!start.location.startsWith(portal)) return { browser, page: start, callback: '' };
  const { location: callback, text } = await browser.open(start.location);
  assert.ok(callback.startsWith(server.url), text);
  return { browser, page: await browser.open(callback, { headers: fromElsewhere }), callback };
}

async function signInBySaml({ server, portal }: Sides) {
  const browser = new Browser();
  const body = new URLSearchParams({ user: person.uid, password: person.uid });
  await browser.open(portal, { method: 'POST', body });
  const start = await browser.open(`${server.url}/accounts/login/social/saml`);
  const { text } = await browser.open(start.location);
  // A form that the browser sends by itself.
  const fields = [...text.matchAll(/<input[^>]*name="(SAMLResponse|RelayState)"[^>]*value="([^"]*)"/g)];
  assert.ok(fields.length > 0, text.slice(0, 500));
  const form = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value]));
  const answer: [string, RequestInit] = [
    `${server.url}/complete/saml/`,
    { method: 'POST', body: form, headers: fromElsewhere },
  ];
  await browser.open(...answer);
  return { browser, answer };
}

/** A failure to reach the provider is remembered for five seconds. */
const untilSignedIn = (sides: Sides): Promise<void> =>
  until(
    'people sign in',
    async () => (await (await signIn(sides)).browser.whoAmI(sides.server)) !== undefined,
    500,
  );

async function use(sides: Sides): Promise<void> {
  const { stage, server, daemon, portal } = sides;
  let signedIn = new Browser();
  await stage.check(
    'A person signs in (code, PKCE, a secret with special characters), and gets an account',
    async () => {
      const { browser, page } = await signIn(sides);
      assert.equal(page.status, 303, page.text);
      const id = await browser.whoAmI(server);
      const { json } = await server.as().get(`/users/${id}`);
      assert.equal(json.user.delivery_email, person.email);
      signedIn = browser;
      await server.expectFinding('sign-in: openid', 'ok');
    },
  );
  await stage.check('A second sign-in finds the same account, and a callback counts once', async () => {
    const { browser, callback } = await signIn(sides);
    assert.equal(await browser.whoAmI(server), await signedIn.whoAmI(server));
    const again = new Browser();
    await again.open(callback, { headers: fromElsewhere });
    assert.equal(await again.whoAmI(server), undefined);
  });
  await stage.check(
    'With SAML the same person gets the same account, and a response counts once',
    async () => {
      const { browser, answer } = await signInBySaml(sides);
      assert.equal(await browser.whoAmI(server), await signedIn.whoAmI(server));
      await server.expectFinding('sign-in: saml', 'ok');
      const again = new Browser();
      await again.open(...answer);
      assert.equal(await again.whoAmI(server), undefined);
    },
  );
  await stage.check('A wrong secret is named by the doctor, and signs nobody in', async () => {
    await server.restart(provider(sides, 'wrong'));
    const { browser } = await signIn(sides);
    assert.equal(await browser.whoAmI(server), undefined);
    await server.expectFinding('sign-in: openid', 'problem', /secret/);
    await server.restart(provider(sides));
  });
  await stage.check(
    'Stopped: the page says so, passwords work, sessions stay, and the doctor names it',
    async () => {
      await daemon.stop();
      const page = await new Browser().open(`${server.url}/accounts/login/social/openid`);
      assert.ok(!page.location.startsWith(portal), page.location);
      assert.equal((await server.signIn('ada@example.com', 'correct horse battery staple')).status, 200);
      assert.notEqual(await signedIn.whoAmI(server), undefined);
      await server.expectFinding('sign-in: openid', 'problem');
      await daemon.start();
      await untilSignedIn(sides);
    },
  );
  await stage.check('Frozen: the doctor says so within its deadline; thawed: people sign in', async () => {
    daemon.freeze();
    await server.expectFinding('sign-in: openid', 'problem');
    daemon.thaw();
    await untilSignedIn(sides);
  });
  daemon.thaw();
  await stage.check('Removed from heddle.toml, the sessions that began with it end', async () => {
    assert.notEqual(await signedIn.whoAmI(server), undefined);
    await server.restart(`base_url = "${server.url}"\n`);
    assert.equal(await signedIn.whoAmI(server), undefined);
    await server.restart(provider(sides));
    assert.equal(await signedIn.whoAmI(server), undefined);
  });
}
