import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { TLSSocket } from 'node:tls';
import pg from 'pg';
import { getPort } from '../../../../tests/support/services/get-port.ts';
import { makePlace, onEngine } from '../../../../tests/support/engines.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { openDatabase } from '../../db/open.ts';
import { selfSigned } from '../../lib/tls/self-signed.ts';
import { shownToUsers } from './command-error.ts';

const explainRefusal = async (dataDir: string, url: URL): Promise<string | undefined> =>
  openDatabase({ dataDir, databaseUrl: url.href }).then(
    async (opened) => {
      await opened.close();
      return 'opened';
    },
    (error: unknown) => shownToUsers(error),
  );

onEngine('postgres', 'Refusals at start', () => {
  test('A database server without TLS is refused in one sentence where TLS is required', async (t) => {
    const { dataDir, remove } = await makePlace('sqlite');
    undoAfter(t, remove);
    // The response to a request for TLS by a server that has none.
    const server = createServer((socket) =>
      socket.once('data', () => socket.write('N')).on('error', () => 0),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    undoAfter(t, async () => {
      server.close();
      await Promise.resolve();
    });
    const port = getPort(server);
    const url = new URL(`postgres://heddle@127.0.0.1:${port}/heddle?sslmode=verify-full`);
    assert.match(
      (await explainRefusal(dataDir, url)) ?? '',
      /^The PostgreSQL server does not support TLS\. /,
    );
  });

  test('A database server whose certificate is not trusted is refused in one sentence with the setting for it', async (t) => {
    const { dataDir, remove } = await makePlace('sqlite');
    undoAfter(t, remove);
    const { key, certificate: cert } = await selfSigned('localhost');
    const server = createServer((socket) =>
      socket
        .on('error', () => 0)
        .once('data', () => {
          socket.write('S');
          new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => 0);
        }),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    undoAfter(t, async () => {
      server.close();
      await Promise.resolve();
    });
    const port = getPort(server);
    const url = new URL(`postgres://heddle@localhost:${port}/heddle?sslmode=verify-full`);
    assert.match(
      (await explainRefusal(dataDir, url)) ?? '',
      /is not trusted \(.*sslrootcert=\/path\/to\/ca\.pem\.$/,
    );
    url.searchParams.set('sslrootcert', '/nowhere/ca.pem');
    assert.match((await explainRefusal(dataDir, url)) ?? '', /cannot be read: .*\/nowhere\/ca\.pem/);
  });

  test('A new database with another encoding than UTF8 is refused with the command that creates it', async (t) => {
    const { dataDir, databaseUrl, remove } = await makePlace('postgres');
    undoAfter(t, remove);
    assert.ok(databaseUrl);
    const url = new URL(databaseUrl);
    const admin = new pg.Client({ connectionString: databaseUrl });
    await admin.connect();
    undoAfter(t, () => admin.end());
    const name = `heddle_ascii_${process.pid}`;
    await admin.query(`CREATE DATABASE ${name} ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0`);
    undoAfter(t, async () => {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    });
    url.pathname = `/${name}`;
    const text = (await explainRefusal(dataDir, url)) ?? '';
    assert.match(
      text,
      /is SQL_ASCII, not UTF8\. Recreate it: createdb --encoding=UTF8 --template=template0\.$/,
    );
  });
});
