/** One step in the report of a test of a sign-in method. */
import type { ProviderTestStep } from '../../../../wire/sign-in-providers.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { FetchRefused } from '../../lib/net/guarded-fetch.ts';
import { errorCode } from '../../lib/thrown.ts';

export type Step = ProviderTestStep;

export const ok = (name: string, text: string): Step => ({ name, state: 'ok', text });
export const warning = (name: string, text: string): Step => ({ name, state: 'warning', text });
export const problem = (name: string, text: string): Step => ({ name, state: 'problem', text });

/** The innermost error, since those around it only report that something failed. */
export function findRootCause(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.cause instanceof Error ? findRootCause(error.cause) : error;
}

type HostKey = Extract<TextKeyWithHost, `providerTest.${string}`>;
type TextKeyWithHost =
  | 'providerTest.noName'
  | 'providerTest.private'
  | 'providerTest.refused'
  | 'providerTest.timeout'
  | 'providerTest.tlsExpired'
  | 'providerTest.tlsEarly'
  | 'providerTest.tlsHost'
  | 'providerTest.tlsAuthority'
  | 'providerTest.tlsNone';

const causes: Readonly<Record<string, HostKey>> = {
  ENOTFOUND: 'providerTest.noName',
  EAI_AGAIN: 'providerTest.noName',
  PRIVATE: 'providerTest.private',
  ECONNREFUSED: 'providerTest.refused',
  ECONNRESET: 'providerTest.refused',
  EHOSTUNREACH: 'providerTest.timeout',
  ENETUNREACH: 'providerTest.timeout',
  ETIMEDOUT: 'providerTest.timeout',
  TIMEOUT: 'providerTest.timeout',
  CERT_HAS_EXPIRED: 'providerTest.tlsExpired',
  CERT_NOT_YET_VALID: 'providerTest.tlsEarly',
  ERR_TLS_CERT_ALTNAME_INVALID: 'providerTest.tlsHost',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'providerTest.tlsAuthority',
  SELF_SIGNED_CERT_IN_CHAIN: 'providerTest.tlsAuthority',
  UNABLE_TO_GET_ISSUER_CERT: 'providerTest.tlsAuthority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'providerTest.tlsAuthority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'providerTest.tlsAuthority',
  EPROTO: 'providerTest.tlsNone',
  ERR_SSL_WRONG_VERSION_NUMBER: 'providerTest.tlsNone',
};

/** Explains a failed connection. @param host As in the settings. */
export function connectionProblem(t: Texts, error: unknown, host: string): Step {
  const cause = findRootCause(error);
  const code = errorCode(cause) ?? '';
  const key = Object.hasOwn(causes, code) ? causes[code] : undefined;
  if (key !== undefined) return problem('connection', t(key, { host }));
  const reason = cause instanceof FetchRefused ? cause.message : code || cause.message;
  return problem('connection', t('providerTest.connection', { host, reason }));
}

/** With more skew, tokens and assertions are refused. */
const mostSkewSeconds = 30;

/** @param date The Date header of a response, in whole seconds. @param now Milliseconds since 1970. */
export function clockStep(t: Texts, date: string | null, now: number): Step[] {
  const theirs = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(theirs)) return [];
  const seconds = Math.round(Math.abs(now - theirs) / 1000);
  if (seconds < mostSkewSeconds) return [ok('clock', t('providerTest.clockOk'))];
  return [problem('clock', t('providerTest.clock', { seconds }))];
}
