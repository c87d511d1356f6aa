/** Starts a probe request through the proxy, or reports how it arrived, for `heddle doctor`. */
import { Exact, Type } from '../../../../../wire/core.ts';
import { beginProbe, endProbe } from '../../../http/proxy-probe.ts';
import { adminCommand } from '../admin-command.ts';

export default adminCommand({
  options: Exact({ token: Type.Optional(Type.String()) }),
  run: (app, { token }) =>
    Promise.resolve(
      token === undefined ? { token: beginProbe(app) } : { seen: endProbe(app, token) ?? null },
    ),
});
