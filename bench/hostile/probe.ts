/** Requests an address repeatedly, and reports the longest wait for a response once it is stopped. */
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const [url = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const stopped = new AbortController();
process.once('message', () => stopped.abort());

const ask = (): Promise<void> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (response) => response.resume().once('end', resolve)).once('error', reject);
  });

for (let n = 0; n < 20; n++) await ask();
process.send?.('ready');
let longest = 0;
while (!stopped.signal.aborted) {
  const begun = performance.now();
  await ask();
  longest = Math.max(longest, performance.now() - begun);
  await sleep(2);
}
process.send?.(longest, () => process.exit());
