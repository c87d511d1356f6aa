/** What the running server has last met with a service, which may respond to the doctor now. */
import { fieldsIn, textIn } from '../../../lib/objects.ts';
import type { Finding } from './checks.ts';

/** @param failures Of the running server, as its socket lists them */
export function withLastFailure(finding: Finding, failures: unknown): Finding {
  const all: unknown[] = Array.isArray(failures) ? failures : [];
  const failure = all.map(fieldsIn).find(({ name }) => name === finding.name);
  if (failure === undefined || typeof failure.at !== 'number') return finding;
  const reason = textIn(failure.reason) ?? '';
  const at = new Date(failure.at).toISOString();
  const text = `${finding.text}. The server failed with it last at ${at}: ${reason}`;
  // It is the server that needs the service.
  const isWorse = failure.isOk === false && finding.state === 'ok';
  return { ...finding, state: isWorse ? 'warning' : finding.state, text };
}
