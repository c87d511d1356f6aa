/** Checks, statuses, workflows, deployments and pages. */
import { nothing, type ReadResult } from '../../integration.ts';
import { code, link, md } from '../../markup.ts';
import { branchName, isBranchWanted } from './git.ts';
import { at, type GithubEvent, type Handlers, repo, sender } from './github-event.ts';

function checkRun(event: GithubEvent): ReadResult {
  const { payload } = event;
  if (payload.text('action') !== 'completed') return nothing('covered');
  const name = link(
    payload.text('check_run.name'),
    payload.firstText('check_run.html_url', 'check_run.details_url'),
  );
  const outcome = payload.optionalText('check_run.conclusion') ?? 'completed';
  const commit = code(payload.text('check_run.head_sha').slice(0, 11));
  const content = md`Check ${name}: ${outcome.replaceAll('_', ' ')} (${commit}).`;
  return at(event, `${repo(event)} / checks`, content);
}

function workflowRun(event: GithubEvent): ReadResult {
  const { payload } = event;
  if (payload.text('action') !== 'completed') return nothing('covered');
  const branch = payload.optionalText('workflow_run.head_branch') ?? '';
  if (!isBranchWanted(event, branch)) return nothing('branches');
  const name = link(payload.text('workflow_run.name'), payload.optionalText('workflow_run.html_url'));
  const outcome = payload.optionalText('workflow_run.conclusion') ?? 'completed';
  const title = payload.optionalText('workflow_run.display_title');
  const shown = title === undefined ? undefined : md`: ${title}`;
  return at(
    event,
    `${repo(event)} / ${branch}`,
    md`Workflow ${name}: ${outcome.replaceAll('_', ' ')}${shown}.`,
  );
}

function status(event: GithubEvent): ReadResult {
  const { payload } = event;
  const commit = link(code(payload.text('sha').slice(0, 11)), payload.optionalText('commit.html_url'));
  const context = link(payload.optionalText('context') ?? 'status', payload.optionalText('target_url'));
  const description = payload.optionalText('description');
  const said = description === undefined ? undefined : md`: ${description}`;
  const content = md`${context} of ${commit}: ${payload.text('state')}${said}.`;
  return at(event, repo(event), content);
}

const deploymentTopic = (event: GithubEvent): string =>
  `${repo(event)} / Deployment on ${event.payload.text('deployment.environment')}`;

function deployment(event: GithubEvent): ReadResult {
  return at(
    event,
    deploymentTopic(event),
    md`${sender(event)} created a deployment of ${code(event.payload.firstText('deployment.ref') ?? 'HEAD')}.`,
  );
}

function deploymentStatus(event: GithubEvent): ReadResult {
  const { payload } = event;
  const url = payload.firstText('deployment_status.log_url', 'deployment_status.target_url');
  const description = payload.optionalText('deployment_status.description');
  const said = description === undefined ? undefined : md`: ${description}`;
  const state = payload.text('deployment_status.state').replaceAll('_', ' ');
  return at(event, deploymentTopic(event), md`${link('Deployment', url)} changed to ${state}${said}.`);
}

function pageBuild(event: GithubEvent): ReadResult {
  const { payload } = event;
  const error = payload.optionalText('build.error.message');
  const why = error === undefined ? undefined : md`: ${error}`;
  return at(event, repo(event), md`Pages build of ${sender(event)}: ${payload.text('build.status')}${why}.`);
}

function release(event: GithubEvent): ReadResult {
  const { payload } = event;
  const action = payload.text('action');
  // Publishing a release sends three events.
  if (action === 'created' || action === 'released' || action === 'prereleased') return nothing('covered');
  const tag = payload.text('release.tag_name');
  const name = payload.optionalText('release.name');
  const shown = name === undefined || name === tag ? code(tag) : md`${name} (${code(tag)})`;
  const content = md`${sender(event)} ${action} the release ${link(shown, payload.optionalText('release.html_url'))}.`;
  return at(event, repo(event), content);
}

function packaged(event: GithubEvent): ReadResult {
  const { payload } = event;
  const { name } = event;
  const kind = payload.has(name) ? name : 'package';
  const title = link(payload.text(`${kind}.name`), payload.optionalText(`${kind}.html_url`));
  const version = payload.optionalText(`${kind}.package_version.version`);
  const shown = version === undefined ? undefined : md` ${code(branchName(version))}`;
  return at(event, repo(event), md`${sender(event)} ${payload.text('action')} the package ${title}${shown}.`);
}

export const githubBuilds: Handlers = {
  check_run: checkRun,
  workflow_run: workflowRun,
  status,
  deployment,
  deployment_status: deploymentStatus,
  page_build: pageBuild,
  release,
  package: packaged,
  registry_package: packaged,
};
