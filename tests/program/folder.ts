import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Account } from '../../tools/release/probe.ts';
import { memoryFolder } from '../support/memory.ts';
import { serve } from '../support/process/child.ts';
import { heddle } from '../support/process/commands.ts';
import { undoAfter } from '../support/undo.ts';

export function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(memoryFolder(), 'heddle-program-'));
  undoAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A server with an organization as `heddle org create` makes it. */
export async function startOnFolder(t: TestContext, folder = makeFolder(t)): Promise<Account> {
  const owner = [
    '--owner-name',
    'Ada',
    '--owner-email',
    'ada@example.com',
    '--owner-password',
    'sings at noon',
  ];
  const made = await heddle(
    'org',
    'create',
    '--name',
    'Weavers',
    '--subdomain',
    '',
    ...owner,
    '--data',
    folder,
  );
  const { url } = await serve(t, ['--data', folder]);
  return { url, email: String(made.email), key: String(made.api_key) };
}
