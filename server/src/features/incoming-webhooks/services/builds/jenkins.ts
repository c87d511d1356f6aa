import {
  nothing,
  UnsupportedEvent,
  type Delivery,
  type Integration,
  type ReadResult,
} from '../../integration.ts';
import { code, facts, link, md, paragraphs } from '../../markup.ts';

/** A build has several events; those between start and end are posted only on request. */
const phases: ReadonlySet<string> = new Set(['QUEUED', 'STARTED', 'COMPLETED', 'FINALIZED']);

/** Jenkins, by its Notification plugin. */
function receive({ payload, params }: Delivery): ReadResult {
  const topic = payload.firstText('display_name', 'name') ?? payload.text('name');
  const phase = payload.text('build.phase');
  if (!phases.has(phase)) throw new UnsupportedEvent(phase);
  const isAsked = params.only_events !== undefined;
  if (!isAsked && phase !== 'STARTED' && phase !== 'COMPLETED') return nothing('covered');
  const build = link(
    `Build ${payload.text('build.number')}`,
    payload.firstText('build.full_url', 'build.url'),
  );
  const status = payload.optionalText('build.status');
  const commit = payload.optionalText('build.scm.commit');
  const content = paragraphs(
    status === undefined ? md`${build} ${phase.toLowerCase()}.` : md`${build}: **${status}**`,
    facts(
      ['Branch', payload.optionalText('build.scm.branch')],
      ['Commit', commit === undefined ? undefined : code(commit.slice(0, 11))],
      ['Notes', payload.optionalText('build.notes')],
    ),
  );
  return { event: phase, topic, content };
}

export const jenkins: Integration = { name: 'jenkins', displayName: 'Jenkins', events: [...phases], receive };
