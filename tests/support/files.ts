/** The cast uploads files and opens them. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { basicAuthorization, type Account, type Reply } from './client.ts';
import type { Name, World } from './world.ts';

export interface GivenFile {
  name?: string;
  content?: string | Uint8Array<ArrayBuffer>;
  type?: string;
}

export function sendFiles(
  world: World,
  who: Name | Account,
  files: readonly GivenFile[],
  path = '/user_uploads',
): Promise<Reply> {
  const body = new FormData();
  for (const [i, { name = 'notes.txt', content = 'warp and weft', type = 'text/plain' }] of files.entries())
    body.set(`file-${i}`, new File([content], name, { type }));
  return world.as(who).send('POST', path, { body });
}

export interface Uploaded {
  url: string;
  filename: string;
  /** What follows `/user_uploads/`. */
  path: string;
}

export async function upload(world: World, who: Name | Account, file: GivenFile = {}): Promise<Uploaded> {
  const { status, json } = await sendFiles(world, who, [file]);
  assert.equal(status, 200, json.msg);
  assert.equal(json.uri, json.url);
  const url = json.url as string;
  return { url, filename: json.filename as string, path: url.replace('/user_uploads/', '') };
}

/** GET, of an address without the server's; `who` is nobody for someone without an account. */
export function open(
  world: World,
  who: Name | Account | 'nobody',
  url: string,
  { headers = {}, method = 'GET' }: { headers?: Record<string, string>; method?: string } = {},
): Promise<Response> {
  const all = new Headers(headers);
  if (who !== 'nobody') {
    all.set('authorization', basicAuthorization(typeof who === 'string' ? world.people[who] : who));
  }
  return fetch(world.url + url, { headers: all, method });
}

export async function canOpen(world: World, who: Name | Account | 'nobody', url: string): Promise<boolean> {
  const response = await open(world, who, url);
  await response.arrayBuffer();
  return response.status === 200;
}

/** Everything below the folder of uploads, by its path there. */
export function storedFiles(world: World): string[] {
  const folder = join(world.app.config.data, 'uploads');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
