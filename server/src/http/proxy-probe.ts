/** Reports how a request that `heddle doctor` sends to the server's public URL arrives here. */
import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../core/context/index.ts';

export interface SeenProbe {
  /** The client's address, according to trusted proxies. */
  address: string;
  /** The address of the connection's other end. */
  peer: string;
  protocol: string;
  host: string;
  hasForwardedFor: boolean;
}

export const probeHeader = 'x-heddle-probe';

const lifetimeMs = 60_000;

interface Probe {
  expiresAt: number;
  seen?: SeenProbe;
}

const probes = new WeakMap<AppContext, Map<string, Probe>>();

/** @returns the token to send, which is valid for a minute. */
export function beginProbe(app: AppContext): string {
  const known = probes.get(app) ?? new Map<string, Probe>();
  probes.set(app, known);
  for (const [token, { expiresAt }] of known) if (expiresAt < performance.now()) known.delete(token);
  const token = randomBytes(16).toString('hex');
  known.set(token, { expiresAt: performance.now() + lifetimeMs });
  return token;
}

/** The probe received with a token; `undefined` if there is none. The token becomes invalid. */
export function endProbe(app: AppContext, token: string): SeenProbe | undefined {
  const known = probes.get(app);
  const probe = known?.get(token);
  known?.delete(token);
  return probe?.seen;
}

export function noteProbe(app: AppContext, request: FastifyRequest): void {
  const token = request.headers[probeHeader];
  const probe = typeof token === 'string' ? probes.get(app)?.get(token) : undefined;
  if (!probe || probe.seen || probe.expiresAt < performance.now()) return;
  probe.seen = {
    address: request.ip,
    peer: request.socket.remoteAddress ?? '',
    protocol: request.protocol,
    host: request.host,
    hasForwardedFor: request.headers['x-forwarded-for'] !== undefined,
  };
}
