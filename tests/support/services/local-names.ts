/** Names below `localhost` mean this machine in this process, as they do in browsers: not every system resolves them. */
import dns from 'node:dns';

dns.lookup = new Proxy(dns.lookup, {
  apply(lookup, self, [name, ...rest]: [string, ...unknown[]]): unknown {
    return Reflect.apply(lookup, self, [name.endsWith('.localhost') ? '127.0.0.1' : name, ...rest]);
  },
});
