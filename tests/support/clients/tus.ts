/** Requests of the tus protocol, one by one. */
import { basicAuthorization, type Account } from '../client.ts';
import type { Name, World } from '../world.ts';

export const basic = (world: World, who: Name | Account) => {
  return basicAuthorization(typeof who === 'string' ? world.people[who] : who);
};

export function ask(
  world: World,
  who: Name,
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body?: Buffer,
) {
  const all = { authorization: basic(world, who), 'tus-resumable': '1.0.0', ...headers };
  return fetch(new URL(url, world.url), {
    method,
    headers: all,
    ...(body ? { body: Uint8Array.from(body) } : {}),
  });
}

export const bytesHeaders = (offset: number) => ({
  'content-type': 'application/offset+octet-stream',
  'upload-offset': String(offset),
});

/** An upload of which nothing was sent yet: its address. */
export async function announce(world: World, who: Name, size: number, headers: Record<string, string> = {}) {
  const response = await ask(world, who, 'POST', '/api/v1/tus', {
    'upload-length': String(size),
    'upload-metadata': `filename ${btoa('loom.bin')}`,
    ...headers,
  });
  return { status: response.status, url: response.headers.get('location') ?? '', response };
}
