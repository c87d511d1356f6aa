/** CircleCI: the end of workflows and jobs. */
import { UnsupportedEvent, type Delivery, type Integration, type ReadResult } from '../../integration.ts';
import { code, facts, link, type Markup, md, oneLine, paragraphs } from '../../markup.ts';
import type { Payload } from '../../payload.ts';

/** Commits of GitHub and Bitbucket are in `vcs`, those of GitLab in the trigger parameters. */
function commit(payload: Payload): Markup | undefined {
  const id = payload.firstText('pipeline.vcs.revision', 'pipeline.trigger_parameters.git.checkout_sha');
  if (id === undefined) return undefined;
  const subject = payload.firstText(
    'pipeline.vcs.commit.subject',
    'pipeline.trigger_parameters.git.commit_title',
  );
  return md`${code(id.slice(0, 11))} ${oneLine(subject ?? '')}`;
}

function receive({ payload }: Delivery): ReadResult {
  const event = payload.text('type');
  if (event === 'ping') {
    const content = md`The CircleCI webhook ${payload.optionalText('webhook.name')} is set up.`;
    return { event, topic: 'Test event', content };
  }
  if (event !== 'workflow-completed' && event !== 'job-completed') throw new UnsupportedEvent(event);
  const isJob = event === 'job-completed';
  const topic = payload.text('project.name');
  const workflow = link(payload.text('workflow.name'), payload.optionalText('workflow.url'));
  const status = payload.text(isJob ? 'job.status' : 'workflow.status').replaceAll('_', ' ');
  const what = isJob
    ? md`Job ${payload.text('job.name')} of the workflow ${workflow}`
    : md`Workflow ${workflow}`;
  const content = paragraphs(
    md`${what}: **${status}**`,
    facts(
      ['Pipeline', payload.optionalText('pipeline.number')],
      ['Branch', payload.firstText('pipeline.vcs.branch', 'pipeline.trigger_parameters.git.branch')],
      ['Commit', commit(payload)],
      [
        'By',
        payload.firstText(
          'pipeline.vcs.commit.author.name',
          'pipeline.trigger_parameters.git.commit_author_name',
        ),
      ],
    ),
  );
  return { event, topic, content };
}

export const circleci: Integration = {
  name: 'circleci',
  displayName: 'CircleCI',
  events: ['ping', 'job-completed', 'workflow-completed'],
  receive,
};
