/** The organization that every browser test begins with a copy of. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildClient } from '../../tools/web-client.mjs';
import { bundleScript } from '../client/dom/script.ts';
import { Client, type Account, type Reply } from '../support/client.ts';
import { memoryFolder } from '../support/memory.ts';
import { createOrganization, ownerPassword, ServerProcess } from '../support/process/process.ts';

const names = { ada: 'Ada Achterberg', ben: 'Ben Okafor' } as const;
export type Name = keyof typeof names;
/** Everyone's. */
export const password = ownerPassword;
export const serverArgs = ['--rate-limits', 'off'];

export interface Person extends Account {
  fullName: string;
}

export interface Cast {
  people: Record<Name, Person>;
  /** Both are in it. */
  weaving: number;
}

export interface Template {
  cast: Cast;
  /** To be copied, not to be served from. */
  dataDir: string;
  remove(): void;
}

/** The one that was made for the whole run, or one of this process where there is none. */
export async function findTemplate(): Promise<Template> {
  const made = process.env.HEDDLE_TEST_TEMPLATE;
  if (made === undefined) return makeTemplate();
  const cast = JSON.parse(readFileSync(join(made, 'cast.json'), 'utf8')) as Cast;
  return { cast, dataDir: join(made, 'data'), remove: () => undefined };
}

/** Builds the web client, too. @returns its `folder` for HEDDLE_TEST_TEMPLATE */
export async function makeTemplate(): Promise<Template & { folder: string }> {
  await buildClient(fileURLToPath(new URL('../..', import.meta.url)));
  const folder = mkdtempSync(join(memoryFolder(), 'heddle-e2e-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  try {
    const cast = await build(dataDir);
    writeFileSync(join(folder, 'cast.json'), JSON.stringify(cast));
    writeFileSync(join(folder, 'client.json'), await bundleScript());
    return { cast, dataDir, folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

async function build(dataDir: string): Promise<Cast> {
  const owner = createOrganization({ dataDir });
  const server = await ServerProcess.at({ dataDir }, ...serverArgs);
  await server.start();
  try {
    const ada = { id: owner.user_id, email: owner.email, apiKey: owner.api_key, fullName: names.ada };
    const admin = new Client(server.url, ada);
    const email = 'ben@example.com';
    const { user_id } = await done(admin.post('/users', { email, password, full_name: names.ben }));
    const { api_key } = await done(
      new Client(server.url).post('/fetch_api_key', { username: email, password }),
    );
    const ben = { id: user_id as number, email, apiKey: api_key as string, fullName: names.ben };
    const subscriptions = [{ name: 'weaving' }];
    await done(admin.post('/users/me/subscriptions', { subscriptions, principals: [ada.id, ben.id] }));
    const { stream_id } = await done(admin.get('/get_stream_id', { stream: 'weaving' }));
    return { people: { ada, ben }, weaving: stream_id };
  } finally {
    await server.stop('SIGTERM');
  }
}

/** The response of a request that has to succeed. */
export async function done(reply: Promise<Reply>): Promise<Reply['json']> {
  const { status, json } = await reply;
  assert.equal(status, 200, json.msg);
  return json;
}
