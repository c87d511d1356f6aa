/** Benchmark data, inserted before the server starts. */
import { pino } from 'pino';
import { roles } from '../wire/core.ts';
import { loadConfig } from '../server/src/lib/config/config.ts';
import type { Tx } from '../server/src/core/log/tx.ts';
import { insertChannel } from '../server/src/core/channels/insert.ts';
import { beginMemberships } from '../server/src/core/channels/membership.ts';
import { openApp } from '../server/src/app/open-app.ts';
import { loadSecrets, secretsPath } from '../server/src/lib/secrets-file.ts';
import { app } from './support/processes.ts';

export interface Seeded {
  /** Base64 of `email:key` of the owner, who is in every channel. */
  authorization: string;
  orgId: number;
  /** Where it is reached. */
  host: string;
}

/** An organization with channels of the given sizes, named `size-N`; people are in as many as reach to their number. */
export async function seed(
  dataDir: string,
  sizes: readonly number[],
  databaseUrl?: string,
  subdomain = '',
): Promise<Seeded> {
  const email = 'owner@example.com';
  const owner = ['--owner-email', email, '--owner-name', 'Owner', '--owner-password', 'bench-only-password'];
  const made = app<{ realm_id: number; user_id: number; api_key: string }>(
    'org',
    'create',
    '--name',
    'Bench',
    '--subdomain',
    subdomain,
    '--empty',
    '--data',
    dataDir,
    ...owner,
    ...(databaseUrl ? ['--database-url', databaseUrl] : []),
  );
  await write(dataDir, made.realm_id, populate(made.realm_id, made.user_id, sizes), databaseUrl);
  const authorization = Buffer.from(`${email}:${made.api_key}`).toString('base64');
  const host = subdomain === '' ? 'localhost' : `${subdomain}.localhost`;
  return { authorization, orgId: made.realm_id, host };
}

/** Puts rows into the data folder while no server runs on it. */
export async function write(
  dataDir: string,
  orgId: number,
  action: (tx: Tx) => Promise<void>,
  databaseUrl?: string,
): Promise<void> {
  const server = await openApp({
    config: loadConfig({ data: dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) }, {}),
    secrets: loadSecrets(secretsPath({ data: dataDir })),
    log: pino({ level: 'silent' }),
  });
  await server.db.write(orgId, 'system', action);
  await server.close();
}

function populate(orgId: number, ownerId: number, sizes: readonly number[]) {
  return async (tx: Tx): Promise<void> => {
    const people = [ownerId];
    const most = Math.max(...sizes);
    for (let start = 1; start < most; start += 500) {
      const numbers = Array.from({ length: Math.min(500, most - start) }, (_, index) => start + index);
      const rows = await tx.q
        .insertInto('person')
        .values(numbers.map((number) => personRow(orgId, number, tx.now, `bench ${orgId} ${number}`)))
        .returning('id')
        .execute();
      people.push(...rows.map((row) => row.id));
    }
    for (const size of sizes) {
      const channelId = await insertChannel(tx, { name: `size-${size}`, creatorId: ownerId });
      await beginMemberships(
        tx,
        people.slice(0, size).map((userId) => ({ userId, channelId, color: '#5b6ee1' })),
      );
    }
  };
}

/** @param keyHash What their API key is looked up by; without one they have none that fits. */
export function personRow(orgId: number, number: number, now: number, keyHash = `bench ${number}`) {
  const email = `person${number}@example.com`;
  return {
    org_id: orgId,
    email,
    email_key: email,
    delivery_email: email,
    delivery_email_key: email,
    full_name: `Person ${number}`,
    role: roles.member,
    is_active: 1,
    is_bot: 0,
    is_system: 0,
    is_imported_stub: 0,
    is_deleted: 0,
    date_joined: now,
    timezone: '',
    avatar_source: 'J' as const,
    avatar_version: 1,
    password_hash: null,
    api_key_hash: keyHash,
    api_key_box: '',
    settings: '{}',
    grants: '[]',
  };
}
