/** Uploads in parts, by tus. */
import type { HostileInput, Target } from './target.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

export function uploadInputs({ url, authorization }: Target): Promise<HostileInput[]> {
  const ask = (
    method: string,
    address: string,
    headers: Record<string, string>,
    body?: Uint8Array<ArrayBuffer>,
  ) =>
    fetch(new URL(address, url), {
      method,
      headers: { authorization: `Basic ${authorization}`, 'tus-resumable': '1.0.0', ...headers },
      ...(body && { body }),
    });
  const create = (metadata: string, length: string) =>
    ask('POST', '/api/v1/tus', { 'upload-length': length, 'upload-metadata': metadata });
  const status = async (response: Promise<Response>) => String((await response).status);
  const named = `filename ${base64('a.bin')}`;
  /** The head of a request has 16 KB. */
  const longest = 14_000;
  const creations: Readonly<Record<string, readonly [metadata: string, length: string]>> = {
    'metadata of many keys': ['a,'.repeat(longest / 2), '10'],
    'a long file name': [`filename ${base64('/'.repeat((longest * 3) / 4))}`, '10'],
    'a length of many digits': [named, '9'.repeat(longest)],
  };
  return Promise.resolve([
    ...Object.entries(creations).map(([what, [metadata, length]]) => ({
      what,
      send: () => status(create(metadata, length)),
    })),
    {
      what: '20 MB in one part',
      send: async () => {
        const size = 20 * 1024 * 1024;
        const location = (await create(named, String(size))).headers.get('location') ?? '';
        const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
        return status(ask('PATCH', location, headers, new Uint8Array(size)));
      },
    },
    {
      what: 'more than was announced',
      send: async () => {
        const location = (await create(named, '10')).headers.get('location') ?? '';
        const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
        return status(ask('PATCH', location, headers, new Uint8Array(8 * 1024 * 1024)));
      },
    },
  ]);
}
