/** The limits of this machine: a disk flush, and the response of an empty HTTP server. */
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { summarize, type Summary } from './stats.ts';

/** Appends of 4 KiB, each flushed. */
export function flushFloor(folder: string, seconds = 1): Summary {
  const file = openSync(join(folder, 'floor'), 'w');
  const block = Buffer.alloc(4096, 1);
  const times: number[] = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const start = performance.now();
    writeSync(file, block);
    fdatasyncSync(file);
    times.push(performance.now() - start);
  }
  closeSync(file);
  return summarize(times, seconds);
}

/** One connection, one request after the other, against `node:http` in this same process: both sides share a core. */
export async function bareHttpFloor(seconds = 1): Promise<Summary> {
  const server = createServer((_request, response) => response.end('{"result":"success"}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const times = await roundTrips(port, seconds);
  server.closeAllConnections();
  server.close();
  return summarize(times, seconds);
}

function roundTrips(port: number, seconds: number): Promise<number[]> {
  const { promise, resolve } = Promise.withResolvers<number[]>();
  const times: number[] = [];
  const until = performance.now() + seconds * 1000;
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  let start = 0;
  const send = () => {
    start = performance.now();
    socket.write('GET / HTTP/1.1\r\nHost: floor\r\n\r\n');
  };
  socket.on('connect', send);
  socket.on('data', () => {
    times.push(performance.now() - start);
    if (performance.now() < until) return send();
    socket.destroy();
    resolve(times);
  });
  return promise;
}
