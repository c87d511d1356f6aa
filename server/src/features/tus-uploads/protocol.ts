/** The headers of tus 1.0.0. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../lib/config/config.ts';
import { apiError } from '../../lib/errors.ts';
import { largestImport } from '../imports/index.ts';
import { largestFile } from '../uploads/index.ts';
import type { TusUploadRow } from './actions.ts';

const version = '1.0.0';

/** Headers of every response. */
export function describeServer(reply: FastifyReply, config: Config): void {
  void reply
    .header('tus-resumable', version)
    .header('tus-version', version)
    .header('tus-extension', 'creation,creation-with-upload,termination,expiration')
    .header('tus-max-size', largestFile(config))
    .header('cache-control', 'no-store, private');
}

export function describeUpload(reply: FastifyReply, row: TusUploadRow): void {
  void reply.header('upload-offset', row.received);
  if (row.path === null) void reply.header('upload-expires', new Date(row.expires_at).toUTCString());
}

/** @throws ApiError 412 for another version of the protocol. */
export function checkVersion({ headers }: FastifyRequest): void {
  if (headers['tus-resumable'] !== version) throw apiError('uploads.tus-version', { version });
}

/** The size of a new upload. @throws ApiError without one */
export function announcedSize({ headers }: FastifyRequest): number {
  const given = headers['upload-length'];
  if (given === undefined) throw apiError('uploads.no-length');
  return wholeNumber('Upload-Length', given);
}

/** @throws ApiError if it exceeds the limit for its purpose */
export function checkSize(size: number, config: Config, isImport: boolean): void {
  const [most, limit] = isImport
    ? [largestImport(config), config.maxImportSizeMib]
    : [largestFile(config), config.maxFileUploadSizeMib];
  if (size > most) throw apiError('uploads.file-too-large', { limit });
}

/** @throws ApiError unless the bytes of the request continue those received before */
export function checkOffset({ headers }: FastifyRequest, { received }: TusUploadRow): void {
  if (!carriesBytes(headers['content-type'])) throw apiError('uploads.content-type');
  if (wholeNumber('Upload-Offset', headers['upload-offset']) !== received)
    throw apiError('uploads.wrong-offset', { offset: received }, { offset: received });
}

export const carriesBytes = (contentType: string | undefined): boolean =>
  contentType?.trim().toLowerCase() === 'application/offset+octet-stream';

function wholeNumber(name: string, given: string | string[] | undefined): number {
  if (typeof given !== 'string' || !/^\d{1,15}$/.test(given))
    throw apiError('uploads.not-whole-bytes', { name });
  return Number(given);
}
