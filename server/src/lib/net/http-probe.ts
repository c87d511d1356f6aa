/** One harmless request that shows whether a web service responds, and accepts the key that is configured for it. */
import type { ConfigKey } from '../config/config-schema.ts';
import { FetchRefused, guardedFetch } from './guarded-fetch.ts';

export interface HttpProbe {
  /** Names the check of `heddle doctor`. */
  name: string;
  /** Shown, so without secrets. */
  url: string;
  /** The settings to check if it does not respond. */
  settings: string;
  /** The check would be meaningless if this setting were absent. */
  secret: ConfigKey;
  address: string;
  headers?: Readonly<Record<string, string>>;
  /** Makes it a POST. */
  form?: Readonly<Record<string, string>>;
  /** @returns what is wrong, and what to change; undefined for a response that a service in order gives */
  judge(response: { status: number; text: string }): string | undefined;
}

// The operator has configured the address.
const anywhere = '0.0.0.0/0, ::/0';
const timeoutMs = 9000;
const largestBytes = 1024 * 1024;

/** @returns what is wrong, and what to change */
export async function askProbe(probe: HttpProbe): Promise<string | undefined> {
  const { address, headers = {}, form, judge, settings } = probe;
  try {
    const response = await guardedFetch(address, {
      method: form ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        ...headers,
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { body: new URLSearchParams(form).toString() }),
      reachable: anywhere,
      timeoutMs,
      largestBytes,
      mostRedirects: 0,
    });
    if (response.status >= 500)
      return `It responds with status ${String(response.status)}. Check ${settings}, and the log of the service.`;
    return judge(response);
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    return `${error.message} Check ${settings}, and that this machine can reach it.`;
  }
}

/** Judges services that say by the status whether they know the key. */
export const judgeKey =
  (keys: string) =>
  ({ status }: { status: number }): string | undefined =>
    status === 401 || status === 403
      ? `It refuses the key with status ${String(status)}. Check ${keys}.`
      : undefined;
