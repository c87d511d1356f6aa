import type { Delivery, Integration, ReadResult } from '../../integration.ts';
import { link, md } from '../../markup.ts';

/** Travis CI posts JSON in the form field `payload`. */
function receive({ payload }: Delivery): ReadResult {
  const status = payload.text('status_message');
  const changes = link('changes', payload.optionalText('compare_url'));
  const log = link('build log', payload.optionalText('build_url'));
  const repository = payload.optionalText('repository.name');
  const place = repository === undefined ? undefined : md` of ${repository}`;
  const content = md`Build${place} by ${payload.text('author_name')}: **${status}** (${changes}, ${log}).`;
  return { event: status.toLowerCase(), topic: 'builds', content };
}

export const travis: Integration = { name: 'travis', displayName: 'Travis CI', receive };
