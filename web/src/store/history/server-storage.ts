/** The state of the server's storage, sent with each response while it fails. It cannot be an event: none can be stored. */
import { signal } from '@preact/signals';

const header = 'x-heddle-storage';
const entry = /^(database|files)=(\w+)(?:;since=(\d+))?$/;

type StorageFault = {
  /** As in the 503 that refuses a write. */
  readonly reason: string;
  /** Seconds since 1970. */
  readonly since?: number;
};

/** By what fails: `database` stops all writes, `files` only uploads. */
export type StorageFaults = Readonly<Partial<Record<'database' | 'files', StorageFault>>>;

export const storageFaults = signal<StorageFaults>({});

let last = '';

/** Resolves when the database is reported to be back, at the latest at the signal. */
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

/** Of any response: the header is missing when everything can be stored. */
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
