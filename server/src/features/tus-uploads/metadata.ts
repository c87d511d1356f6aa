/** The header Upload-Metadata: names, each with a value in base64, between commas. */
import { importPurpose } from '../../../../wire/imports.ts';
import { apiError } from '../../lib/errors.ts';

export interface Metadata {
  name: string;
  /** As the sender declares; empty when nothing was declared. */
  contentType: string;
  /** Whether it is the archive of another product, which is to be imported. */
  isImport: boolean;
}

/** @throws ApiError for a header that is not well formed, or names no file. */
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
