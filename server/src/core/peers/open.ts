/** Joins the other nodes on the same database. Nothing of it is loaded by a server that owns its database. */
import { randomUUID } from 'node:crypto';
import type { Bus, BusHandlers } from '../../lib/bus/bus.ts';
import type { Config } from '../../lib/config/config.ts';
import type { ExternalServices } from '../../lib/telemetry/external-services.ts';
import type { Secrets } from '../../lib/secrets.ts';
import type { CatchUp } from '../events/index.ts';
import type { SharedLog } from '../log/index.ts';
import type { PeerParts } from './node-peers.ts';
import type { Peers } from './peers.ts';

type OpenParts = Omit<PeerParts, 'envelope' | 'openBus'> & {
  config: Config;
  secrets: Secrets;
  external: ExternalServices;
};

export async function openPeers({ config, secrets, external, ...parts }: OpenParts): Promise<Peers> {
  const { NodePeers } = await import('./node-peers.ts');
  const { Envelope } = await import('./envelope.ts');
  const envelope = new Envelope(randomUUID(), secrets.serverKey);
  const openBus = await chooseBus(config, envelope.subject, external);
  const peers = new NodePeers({ ...parts, envelope, openBus });
  await peers.start();
  return peers;
}

async function chooseBus(
  { nats, databaseUrl = '' }: Config,
  subject: string,
  external: ExternalServices,
): Promise<(handlers: BusHandlers) => Bus> {
  if (nats !== undefined) {
    const { NatsBus } = await import('../../lib/bus/nats-bus.ts');
    return (handlers) =>
      new NatsBus(nats, subject, {
        ...handlers,
        connected() {
          external.worked('nats');
          handlers.connected();
        },
        disconnected(error) {
          external.failed('nats', error);
          handlers.disconnected(error);
        },
      });
  }
  const { PostgresBus } = await import('../../db/postgres/postgres-bus.ts');
  return (handlers) => new PostgresBus(databaseUrl, handlers);
}

/** @returns what a writer needs if other nodes may write too; otherwise undefined */
export function sharedLog(catchUp: CatchUp, peers: Peers): SharedLog | undefined {
  if (!peers.areAllowed) return undefined;
  return {
    lock: (orgId) => catchUp.lock(orgId),
    applied: (orgId) => catchUp.applied(orgId),
    hasOthers: () => peers.haveOthers,
    othersWroteAt: () => peers.othersWroteAt,
    applyUpTo: (...given) => catchUp.applyUpTo(...given),
  };
}
