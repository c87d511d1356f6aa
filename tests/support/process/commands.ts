/** Commands of a server, each run in a process of its own, and what they print as JSON. */
import assert from 'node:assert/strict';
import type { Account } from '../client.ts';
import { run } from './child.ts';

export async function heddle<T = Record<string, unknown>>(...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await run([...args, '--json']);
  assert.equal(code, 0, `${args.slice(0, 2).join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

/** @returns its owner */
export async function createOrganization(
  flags: readonly string[],
  name = 'Weavers',
  subdomain = '',
): Promise<Account> {
  const owner = { 'owner-email': 'ada@example.com', 'owner-name': 'Ada', 'owner-password': 'sings at noon' };
  const options = Object.entries({ name, subdomain, ...owner }).flatMap(([key, value]) => [
    `--${key}`,
    value,
  ]);
  const made = await heddle('org', 'create', ...options, ...flags);
  return { id: Number(made.user_id), email: String(made.email), apiKey: String(made.api_key) };
}
