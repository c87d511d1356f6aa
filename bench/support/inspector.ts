/** Asks a process that was started with `--inspect` for the size of its heap. */
import { isObject } from '../../server/src/lib/objects.ts';

async function openInspector(port: number): Promise<WebSocket> {
  const response = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[];
  if (!target) throw new Error('The process offers no inspector.');
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>();
  socket.addEventListener('open', () => resolve(socket));
  socket.addEventListener('error', () => reject(new Error('The inspector does not answer.')));
  return promise;
}

function call(socket: WebSocket, method: string): Promise<Record<string, unknown>> {
  const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>();
  const receive = ({ data }: MessageEvent) => {
    const message: unknown = JSON.parse(String(data));
    if (!isObject(message) || !('id' in message)) return;
    socket.removeEventListener('message', receive);
    resolve(isObject(message.result) ? message.result : {});
  };
  socket.addEventListener('message', receive);
  socket.send(JSON.stringify({ id: 1, method }));
  return promise;
}

/** What is left after a collection of garbage: objects, those of the runtime, and buffers. */
export async function heapBytes(port: number): Promise<number> {
  const socket = await openInspector(port);
  try {
    await call(socket, 'HeapProfiler.collectGarbage');
    await call(socket, 'HeapProfiler.collectGarbage');
    const usage = await call(socket, 'Runtime.getHeapUsage');
    return ['usedSize', 'embedderHeapUsedSize', 'backingStorageSize'].reduce(
      (sum, name) => sum + Number(usage[name] ?? 0),
      0,
    );
  } finally {
    socket.close();
  }
}
