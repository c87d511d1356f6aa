/** Starts the proxies of deploy/proxy/ in a folder of their own: their files with other ports, certificates and log folders. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

interface Setup {
  folder: string;
  /** The ports of the proxy and of the server. */
  https: number;
  http: number;
  server: number;
  certificate: string;
  key: string;
}

export interface Proxy {
  program: string;
  /** Its Debian package. */
  package: string;
  /** Writes its configuration. @returns its arguments, for running in the foreground */
  configure: (setup: Setup) => string[];
}

const read = (name: string) => readFileSync(new URL(`../../deploy/proxy/${name}`, import.meta.url), 'utf8');

function write({ folder }: Setup, name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

const placed = (text: string, { folder, https, http, server, certificate, key }: Setup): string =>
  text
    .replaceAll('127.0.0.1:9991', `127.0.0.1:${server}`)
    .replaceAll(/\/etc\/letsencrypt\S*fullchain\.pem/g, certificate)
    .replaceAll(/\/etc\/letsencrypt\S*privkey\.pem/g, key)
    .replaceAll(/(?:\/var\/log\/nginx|\$\{APACHE_LOG_DIR\})/g, folder)
    .replaceAll(/(listen |:)443\b/g, `$1${https}`)
    .replaceAll(/(listen |:)80\b/g, `$1${http}`);

function nginx(setup: Setup): string[] {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${setup.folder}/${name};`)
    .join(' ');
  const text = `pid ${setup.folder}/pid; error_log ${setup.folder}/error; events {} http { ${temporary}\n${placed(read('nginx.conf'), setup)}}\n`;
  return ['-c', write(setup, 'nginx.conf', text), '-g', 'daemon off;'];
}

function haproxy(setup: Setup): string[] {
  const both = readFileSync(setup.certificate, 'utf8') + readFileSync(setup.key, 'utf8');
  const certificate = write(setup, 'both.pem', both);
  const text = read('haproxy.cfg').replace('/etc/haproxy/chat.example.com.pem', certificate);
  return ['-f', write(setup, 'haproxy.cfg', placed(text, setup))];
}

function apache(setup: Setup): string[] {
  const names = ['mpm_event', 'authz_core', 'ssl', 'socache_shmcb', 'proxy', 'proxy_http', 'headers'];
  const modules = [...names, 'unique_id', 'setenvif', 'alias', 'reqtimeout'].map(
    (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
  );
  const head = [
    ...modules,
    `ServerRoot ${setup.folder}`,
    `PidFile ${setup.folder}/pid`,
    `ErrorLog ${setup.folder}/error`,
    `DefaultRuntimeDir ${setup.folder}`,
    'User www-data',
    'Group www-data',
    `Listen ${setup.https}`,
    `Listen ${setup.http}`,
  ];
  const text = `${head.join('\n')}\n${placed(read('apache.conf'), setup)}`;
  return ['-d', setup.folder, '-f', write(setup, 'apache.conf', text), '-D', 'FOREGROUND'];
}

function caddy(setup: Setup): string[] {
  const site = `chat.example.com:${setup.https} {\n\ttls ${setup.certificate} ${setup.key}`;
  const text = placed(read('Caddyfile'), setup).replace('chat.example.com {', site);
  const options = '{\n\tadmin off\n\tauto_https off\n}\n';
  return ['run', '--adapter', 'caddyfile', '--config', write(setup, 'Caddyfile', options + text)];
}

export const proxies: Readonly<Record<string, Proxy>> = {
  nginx: { program: 'nginx', package: 'nginx-light', configure: nginx },
  haproxy: { program: 'haproxy', package: 'haproxy', configure: haproxy },
  apache: { program: 'apache2', package: 'apache2', configure: apache },
  caddy: { program: 'caddy', package: 'caddy', configure: caddy },
};
