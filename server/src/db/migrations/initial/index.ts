/** The schema of 1.0.0. What comes later is a migration of its own. */
import type { Dialect } from '../../sql.ts';
import { channelTables, organizationTables } from './channels.ts';
import { deliveryTables } from './delivery.ts';
import { messageTables } from './messages.ts';
import { peopleTables } from './people.ts';
import { fileTables, serverTables } from './server.ts';
import { signInTables } from './sign-in.ts';

/** In an order in which each table comes after those that it refers to. */
export function initialSchema(dialect: Dialect): string[] {
  return [
    organizationTables,
    peopleTables,
    signInTables,
    channelTables,
    messageTables,
    fileTables,
    deliveryTables,
    serverTables,
  ].flatMap((tables) => tables(dialect));
}
