/** Checks whether requests arrive through the proxy as the configuration expects. */
import type { Config } from '../../../lib/config/config.ts';
import { probeHeader, type SeenProbe } from '../../../http/proxy-probe.ts';
import { trustedPeers } from '../../../http/request-log.ts';
import type { Finding } from './checks.ts';
import { askRunningServer } from '../socket/socket-client.ts';
import { usesTls } from '../../../lib/config/config-tls.ts';
import { errorCode, errorMessage, wrappedError } from '../../../lib/thrown.ts';

const name = 'proxy';
const timeoutMs = 10_000;

/** @param isRunning If so, sends a request to base_url and asks the server how it arrived. */
export async function checkProxy(config: Config, isRunning: boolean): Promise<Finding> {
  const { baseUrl, trustedProxies } = config;
  if (baseUrl === undefined)
    return trustedProxies === undefined
      ? { name, state: 'ok', text: 'None: clients connect to the server directly' }
      : warning(
          'trusted_proxies is set but base_url is not. Set base_url to the public address of the proxy.',
        );
  if (isRunning) return tryThrough(config, baseUrl);
  return (
    withoutTrust(config) ?? {
      name,
      state: 'ok',
      text: `Not tested: start the server to check that ${baseUrl} reaches it`,
    }
  );
}

const warning = (text: string): Finding => ({ name, state: 'warning', text });
const problem = (text: string): Finding => ({ name, state: 'problem', text });

/** An https address of a server that does not encrypt is a proxy's. */
const withoutTrust = ({ baseUrl, trustedProxies, ...config }: Config): Finding | undefined =>
  baseUrl?.startsWith('https:') === true && trustedProxies === undefined && !usesTls(config)
    ? warning(
        `${baseUrl} is served by a proxy, but trusted_proxies is not set: rate limits and logs see all users at the address of the proxy. ` +
          'Set trusted_proxies to that address, such as 127.0.0.1 for a proxy on this machine.',
      )
    : undefined;

async function tryThrough(config: Config, baseUrl: string): Promise<Finding> {
  const begun = await askRunningServer(config.data, 'proxy-probe', {});
  const token = begun?.token ?? '';
  let status: number;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = { [probeHeader]: token };
    ({ status } = await fetch(`${baseUrl}/livez`, { headers, redirect: 'manual', signal }));
  } catch (error) {
    const cause = wrappedError(error);
    return problem(
      `${baseUrl} cannot be reached from here: ${errorCode(cause) ?? errorMessage(cause)}. Check the name, the proxy and its certificate; ` +
        'if a firewall blocks this machine, test from another one.',
    );
  }
  const response = await askRunningServer(config.data, 'proxy-probe', { token });
  if (!response?.seen)
    return problem(
      `${baseUrl} responds with status ${status}, but requests do not reach this server. Check the proxy.`,
    );
  return judge(config, baseUrl, response.seen);
}

function judge(config: Config, baseUrl: string, seen: SeenProbe): Finding {
  const { peer, address, hasForwardedFor } = seen;
  const expected = new URL(baseUrl);
  const isTrusted = trustedPeers(config)(peer);
  if (hasForwardedFor && !isTrusted)
    return problem(
      `Requests through ${baseUrl} come from ${peer}, which is not in trusted_proxies: all users share that address. Add ${peer} to trusted_proxies.`,
    );
  if (isTrusted && !hasForwardedFor)
    return problem(
      `The proxy at ${peer} does not send X-Forwarded-For. Configure it to send the address of the client.`,
    );
  if (seen.host !== expected.host)
    return problem(
      `The proxy forwards the host ${seen.host}. Configure it to forward the Host header unchanged (${expected.host}).`,
    );
  if (`${seen.protocol}:` !== expected.protocol)
    return problem(
      `Requests to ${baseUrl} arrive as ${seen.protocol}. Configure the proxy to send X-Forwarded-Proto, and list it in trusted_proxies.`,
    );
  return (
    withoutTrust(config) ?? {
      name,
      state: 'ok',
      text: `A request to ${baseUrl} arrived from ${address} through ${isTrusted ? `the proxy ${peer}` : 'no proxy'}`,
    }
  );
}
