/** Settings of servers with several nodes on one PostgreSQL database. */
import { Type } from '../../../../wire/core.ts';

export const nodeSettings = {
  nats: Type.Optional(
    Type.String({
      pattern: '^(nats|tls)://[^ ,]+(,(nats|tls)://[^ ,]+)*$',
      value: 'url',
      expects:
        'a nats:// or tls:// URL, such as nats://user:password@nats.example.com:4222, or several of one cluster, separated by commas',
      description: 'NATS servers through which nodes wake each other; PostgreSQL by default',
      isSecret: true,
    }),
  ),
  secretsFile: Type.Optional(
    Type.String({
      minLength: 1,
      pattern: '^/',
      value: 'path',
      expects: 'an absolute path',
      description: 'File of the secrets, the same on every node; by default secrets.toml in the data folder',
    }),
  ),
  filesDir: Type.Optional(
    Type.String({
      minLength: 1,
      pattern: '^/',
      value: 'folder',
      expects: 'the absolute path of a folder',
      description: 'Folder for uploaded files; by default uploads/ in the data folder',
    }),
  ),
  filesShared: Type.Enum(['on', 'off'], {
    default: 'off',
    value: 'on|off',
    expects: 'one of on, off',
    description: 'Whether --files-dir is a folder that every node mounts, so that several can run',
  }),
  drainSeconds: Type.Integer({
    minimum: 0,
    maximum: 300,
    default: 0,
    value: 'seconds',
    expects: 'a whole number of seconds from 0 to 300',
    description: 'How long a stopping node keeps serving while /readyz reports that it is not ready',
  }),
  nodeAddress: Type.Optional(
    Type.String({
      pattern: '^[^\\s]{1,200}$',
      value: 'text',
      expects: 'a text of at most 200 characters without spaces',
      description: 'Name of this node in lists of nodes; by default its host name and port',
    }),
  ),
};
