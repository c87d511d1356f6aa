/** The header Upload-Metadata: comma-separated keys, each with a base64 value. */
import { importPurpose } from '../../../../wire/imports.ts';
import { apiError } from '../../lib/errors.ts';

export interface Metadata {
  name: string;
  /** As declared by the client; may be empty. */
  contentType: string;
  /** Whether it is an archive of another product to import. */
  isImport: boolean;
}

/** @throws ApiError for a malformed header, or one without a file name */
export function readMetadata(header: string | undefined): Metadata {
  const values = new Map<string, string>();
  for (const pair of (header ?? '').split(',')) {
    const [key, value = '', ...rest] = pair.trim().split(' ');
    if (key === undefined || key === '') continue;
    if (rest.length > 0 || !isBase64(value) || values.has(key)) throw apiError('uploads.malformed-metadata');
    values.set(key, decoded(value));
  }
  const name = values.get('filename') ?? values.get('name') ?? '';
  if (name === '') throw apiError('uploads.no-filename');
  const purpose = values.get('purpose') ?? '';
  if (purpose !== '' && purpose !== importPurpose) throw apiError('uploads.malformed-metadata');
  const contentType = values.get('filetype') ?? values.get('type') ?? '';
  return { name, contentType, isImport: purpose === importPurpose };
}

const isBase64 = (value: string): boolean => /^[\w+/-]*={0,2}$/.test(value);

function decoded(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'base64'));
  } catch {
    throw apiError('requests.not-utf8', { what: 'Upload-Metadata' });
  }
}
