/** Whether requests come in through the proxy as the configuration expects. */
import type { Config } from '../config.ts';
import { probeHeader, type SeenProbe } from '../http/proxy-probe.ts';
import { trustedPeers } from '../http/request-log.ts';
import type { Finding } from './doctor-checks.ts';
import { askRunningServer } from './socket-client.ts';

const name = 'proxy';
const patienceMs = 10_000;

/** @param isRunning Then a request is sent to base_url, and the server asked how it arrived. */
export async function checkProxy(config: Config, isRunning: boolean): Promise<Finding> {
  const { baseUrl, trustedProxies } = config;
  if (baseUrl === undefined)
    return trustedProxies === undefined
      ? { name, state: 'ok', text: 'None: people reach the server directly' }
      : warning('trusted_proxies is set but base_url is not. Set base_url to where people reach the proxy.');
  if (isRunning) return tryThrough(config, baseUrl);
  return (
    withoutTrust(config) ?? {
      name,
      state: 'ok',
      text: `Whether ${baseUrl} leads here can be tried while the server runs`,
    }
  );
}

const warning = (text: string): Finding => ({ name, state: 'warning', text });
const problem = (text: string): Finding => ({ name, state: 'problem', text });

/** The server itself speaks no TLS: an https address is a proxy's. */
const withoutTrust = ({ baseUrl, trustedProxies }: Config): Finding | undefined =>
  baseUrl?.startsWith('https:') === true && trustedProxies === undefined
    ? warning(
        `${baseUrl} is a proxy's, and no proxy is trusted: all people have the proxy's address in limits and in the log. ` +
          'Set trusted_proxies to its address, such as 127.0.0.1 for one on this machine.',
      )
    : undefined;

async function tryThrough(config: Config, baseUrl: string): Promise<Finding> {
  const begun = (await askRunningServer(config.data, 'proxy-probe', {})) as { token?: string } | undefined;
  const token = begun?.token ?? '';
  let status: number;
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const headers = { [probeHeader]: token };
    ({ status } = await fetch(`${baseUrl}/livez`, { headers, redirect: 'manual', signal }));
  } catch (error) {
    const cause = ((error as Error).cause ?? error) as Error & { code?: string };
    return problem(
      `${baseUrl} cannot be reached from here: ${cause.code ?? cause.message}. Check the name, the proxy and its certificate; ` +
        'if this machine may not reach it, try from another one.',
    );
  }
  const answer = (await askRunningServer(config.data, 'proxy-probe', { token })) as {
    seen?: SeenProbe | null;
  };
  if (!answer.seen)
    return problem(
      `${baseUrl} answers with status ${status}, but does not lead to this server. Check the proxy.`,
    );
  return judge(config, baseUrl, answer.seen);
}

function judge(config: Config, baseUrl: string, seen: SeenProbe): Finding {
  const { peer, address, hasForwardedFor } = seen;
  const expected = new URL(baseUrl);
  const isTrusted = trustedPeers(config)(peer);
  if (hasForwardedFor && !isTrusted)
    return problem(
      `Requests through ${baseUrl} come from ${peer}, which is not in trusted_proxies: everyone behind it has that one address. Add ${peer} there.`,
    );
  if (isTrusted && !hasForwardedFor)
    return problem(`The proxy at ${peer} sends no X-Forwarded-For. Have it send the address of the client.`);
  if (seen.host !== expected.host)
    return problem(
      `The proxy passes the host ${seen.host}. Have it pass on the Host header (${expected.host}).`,
    );
  if (`${seen.protocol}:` !== expected.protocol)
    return problem(
      `Requests to ${baseUrl} arrive as ${seen.protocol}. Have the proxy send X-Forwarded-Proto, and name it in trusted_proxies.`,
    );
  return (
    withoutTrust(config) ?? {
      name,
      state: 'ok',
      text: `A request to ${baseUrl} arrived from ${address} by ${isTrusted ? `the proxy ${peer}` : 'no proxy'}`,
    }
  );
}
