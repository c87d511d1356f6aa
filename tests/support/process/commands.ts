/** Commands of a server, each run in a process of its own, and what they print as JSON. */
import assert from 'node:assert/strict';
import { runWherePossible } from '../../../server/src/app/cli/admin.ts';
import { loadConfig } from '../../../server/src/lib/config/config.ts';
import type { Account } from '../client.ts';
import { run } from './child.ts';

export async function heddle<T = Record<string, unknown>>(...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await run([...args, '--json']);
  assert.equal(code, 0, `${args.slice(0, 2).join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

export const ownerPassword = 'sings at noon';

/** @returns its owner, who can sign in to every server */
export async function createOrganization(flags: readonly string[], name = 'Weavers'): Promise<Account> {
  const owner = { 'owner-email': 'ada@example.com', 'owner-name': 'Ada', 'owner-password': ownerPassword };
  const options = Object.entries({ name, subdomain: '', ...owner }).flatMap(([key, value]) => [
    `--${key}`,
    value,
  ]);
  const made = await heddle('org', 'create', ...options, ...flags);
  return { id: Number(made.user_id), email: String(made.email), apiKey: String(made.api_key) };
}

/**
 * What the command does, in this process, which takes a tenth of the time. Where hashes of passwords are cheap, its owner
 * can sign in by the API key only.
 * @param storage its flags: `--data` first, then perhaps `--database-url`
 * @returns its owner
 */
export async function addOrganization(
  storage: readonly string[],
  name = 'Weavers',
  subdomain = '',
): Promise<Account> {
  const [, data, , databaseUrl] = storage;
  const config = loadConfig({ data, ...(databaseUrl === undefined ? {} : { databaseUrl }) }, {});
  const owner = { ownerEmail: 'ada@example.com', ownerName: 'Ada', ownerPassword };
  const made = await runWherePossible(config, 'org-create', { name, subdomain, ...owner });
  return { id: made.user_id, email: made.email, apiKey: made.api_key };
}
