/** Settings of the backups that a server makes by itself. */
import { Type } from '../../../../wire/core.ts';

export const backupSettings = {
  backupTo: Type.Optional(
    Type.String({
      pattern: '^/',
      value: 'folder',
      expects: 'the absolute path of a folder',
      description: 'Folder for scheduled backups; without it there are none',
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
};
