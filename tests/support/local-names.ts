/** Names below `localhost` mean this machine in this process, as they do in browsers: not every system resolves them. */
import dns from 'node:dns';

type Lookup = (name: string, ...rest: unknown[]) => void;
const lookup = dns.lookup as Lookup;

dns.lookup = Object.assign(
  (name: string, ...rest: unknown[]) => lookup(name.endsWith('.localhost') ? '127.0.0.1' : name, ...rest),
  dns.lookup,
) as typeof dns.lookup;
