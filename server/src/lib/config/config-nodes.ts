/** Settings of servers that run as several nodes on one PostgreSQL database. */
import { Type } from '../../../../wire/core.ts';

export const nodeSettings = {
  nodeAddress: Type.Optional(
    Type.String({
      pattern: '^[^\\s]{1,200}$',
      value: 'text',
      expects: 'a text of at most 200 characters without spaces',
      description: 'Name of this node in lists of nodes; by default its host name and port',
    }),
  ),
};
