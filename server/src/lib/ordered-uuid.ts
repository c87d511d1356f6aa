/** UUIDs of version 7 (RFC 9562): those of one process sort in order of creation. */
import { randomBytes } from 'node:crypto';

/** The maximum of the 12-bit counter within one millisecond. */
const mostInMillisecond = 0xfff;

let lastMs = 0;
let count = 0;

/** @param now Milliseconds since 1970. If the clock is set back, the order is kept. */
export function orderedUuid(now = Date.now()): string {
  if (now > lastMs) {
    lastMs = now;
    count = 0;
  } else if (++count > mostInMillisecond) {
    lastMs++;
    count = 0;
  }
  const time = lastMs.toString(16).padStart(12, '0');
  const random = randomBytes(8);
  random.writeUInt8((random.readUInt8(0) & 0x3f) | 0x80, 0);
  const rest = random.toString('hex');
  const counted = count.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counted}-${rest.slice(0, 4)}-${rest.slice(4)}`;
}
