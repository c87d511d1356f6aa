/** Settings of scheduled backups. */
import { Type } from '../../../../wire/core.ts';

export const backupSettings = {
  backupTo: Type.Optional(
    Type.String({
      pattern: '^(/|s3://[A-Za-z0-9._-]{3,255}(/[A-Za-z0-9!_.*()/-]*)?$)',
      value: 'place',
      expects: 'the absolute path of a folder, or s3://<bucket>/<prefix>',
      description: 'Folder or S3 bucket for scheduled backups; without it there are none',
    }),
  ),
  backupEvery: Type.Integer({
    minimum: 1,
    maximum: 8760,
    default: 24,
    value: 'hours',
    expects: 'a whole number of hours from 1 to 8760',
    description: 'Hours between scheduled backups',
  }),
  backupKeep: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 7,
    value: 'number',
    expects: 'a whole number from 1 to 10000',
    description: 'Number of scheduled backups to keep; older ones are deleted',
  }),
  backupS3Region: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9-]{1,50}$',
      value: 'name',
      expects: 'a region name',
      description: 'Region of s3:// addresses of backups; by default that of the uploads',
    }),
  ),
  backupS3Endpoint: Type.Optional(
    Type.String({
      pattern: '^https?://[^ /?#@]+/?$',
      value: 'url',
      expects: 'an http:// or https:// URL of a host, without a path',
      description: 'Object store of s3:// addresses of backups; by default that of the uploads, or AWS',
    }),
  ),
  backupS3AccessKeyId: Type.Optional(
    Type.String({
      minLength: 1,
      value: 'id',
      expects: 'an access key ID',
      description:
        'Access key ID for backups; by default that of the uploads, or the credentials of the machine',
    }),
  ),
  backupS3SecretAccessKey: Type.Optional(
    Type.String({
      minLength: 1,
      value: 'secret',
      expects: 'a secret',
      description: 'Secret access key for backups',
      isSecret: true,
    }),
  ),
  backupS3PathStyle: Type.Optional(
    Type.Enum(['on', 'off'], {
      value: 'on|off',
      expects: 'one of on, off',
      description: 'Whether to use path-style addresses for backups; by default as for the uploads',
    }),
  ),
};
