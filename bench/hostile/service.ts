/** What a service is that sends hostile responses, and how one is made. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { HostilePart } from './parts.ts';
import type { HostileInput, Target } from './target.ts';

export interface HostileService<Part extends HostilePart> {
  /** Arguments for the server that uses it. */
  args: string[];
  inputs: Readonly<Record<Part, (target: Target) => HostileInput[]>>;
}

/** @returns its port on the loopback */
export async function listens(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

export const interimPiece = 'HTTP/1.1 103 \r\n\r\n'.repeat(4000);

/** Writes about as fast as it is read, until the other side ends it. */
export function flood(stream: Socket | ServerResponse, piece: string | Buffer): void {
  if (stream.destroyed || stream.writableEnded) return;
  stream.write(piece, () => setImmediate(() => flood(stream, piece)));
}
