/**
 * Whether the server's storage works, sent with each response while it does not. Not an event, since no event could be
 * stored.
 */
import { signal } from '@preact/signals';

const header = 'x-heddle-storage';
const entry = /^(database|files)=(\w+)(?:;since=(\d+))?$/;

type StorageFault = {
  /** As in the 503 response to a refused write. */
  readonly reason: string;
  /** Seconds since 1970. */
  readonly since?: number;
};

/** By the failing storage: `database` stops all writes, `files` only uploads. */
export type StorageFaults = Readonly<Partial<Record<'database' | 'files', StorageFault>>>;

export const storageFaults = signal<StorageFaults>({});

let last = '';

/** Resolves when the database works again, or when the signal is aborted. */
export async function untilStored(signal: AbortSignal): Promise<void> {
  let stop = (): void => undefined;
  await new Promise<void>((resolve) => {
    let wasFailing = false;
    stop = storageFaults.subscribe(({ database }) => {
      if (wasFailing && database === undefined) resolve();
      wasFailing = database !== undefined;
    });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  stop();
}

/** Reads any response: the header is missing when everything can be stored. */
export function noteStorage(headers: Headers): void {
  const text = headers.get(header) ?? '';
  if (text === last) return;
  last = text;
  storageFaults.value = Object.fromEntries(
    text.split(',').flatMap((part) => {
      const [, subject = '', reason = '', since] = entry.exec(part.trim()) ?? [];
      return reason === '' ? [] : [[subject, { reason, ...(since ? { since: Number(since) } : {}) }]];
    }),
  );
}
