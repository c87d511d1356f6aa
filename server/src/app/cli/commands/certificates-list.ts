/** Lists the certificates of the running server, for `heddle doctor`. */
import { Exact } from '../../../../../wire/core.ts';
import { usesTls } from '../../../lib/config/config-tls.ts';
import { adminCommand } from '../admin-command.ts';

export default adminCommand({
  options: Exact({}),
  async run(app) {
    if (!usesTls(app.config)) return { certificates: [] };
    const { tlsCertificates } = await import('../../tls/open-tls.ts');
    return { certificates: tlsCertificates(app).states };
  },
});
