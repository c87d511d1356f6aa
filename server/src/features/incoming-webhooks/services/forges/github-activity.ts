/** Events of repositories, organizations and teams. */
import type { ReadResult } from '../../integration.ts';
import { code, enumeration, link, md } from '../../markup.ts';
import { at, type GithubEvent, type Handlers, repo, sender } from './github-event.ts';

const repositoryLink = ({ payload }: GithubEvent) =>
  link(payload.text('repository.full_name'), payload.optionalText('repository.html_url'));

function fork(event: GithubEvent): ReadResult {
  const { payload } = event;
  const copy = link(payload.text('forkee.full_name'), payload.optionalText('forkee.html_url'));
  return at(event, repo(event), md`${sender(event)} forked the repository to ${copy}.`);
}

function star(event: GithubEvent): ReadResult {
  const verb = event.payload.text('action') === 'deleted' ? 'removed the star from' : 'starred';
  return at(event, repo(event), md`${sender(event)} ${verb} ${repositoryLink(event)}.`);
}

function watch(event: GithubEvent): ReadResult {
  return at(event, repo(event), md`${sender(event)} starred ${repositoryLink(event)}.`);
}

function published(event: GithubEvent): ReadResult {
  return at(event, repo(event), md`${sender(event)} made ${repositoryLink(event)} public.`);
}

function repository(event: GithubEvent): ReadResult {
  return at(
    event,
    repo(event),
    md`${sender(event)} ${event.payload.text('action')} the repository ${repositoryLink(event)}.`,
  );
}

function member(event: GithubEvent): ReadResult {
  const { payload } = event;
  const who = link(payload.text('member.login'), payload.optionalText('member.html_url'));
  return at(
    event,
    repo(event),
    md`${sender(event)} ${payload.text('action')} ${who} as a collaborator of ${repositoryLink(event)}.`,
  );
}

function membership(event: GithubEvent): ReadResult {
  const { payload } = event;
  const action = payload.text('action');
  const organization = payload.text('organization.login');
  const team = payload.optionalText('team.name') ?? 'a team';
  const content = md`${sender(event)} ${action} ${payload.text('member.login')} ${action === 'removed' ? 'from' : 'to'} the team ${team}.`;
  return at(event, `${organization} organization`, content);
}

function organization(event: GithubEvent): ReadResult {
  const { payload } = event;
  const login = payload.text('organization.login');
  const who = payload.firstText('membership.user.login', 'invitation.login', 'invitation.email');
  const whom = who === undefined ? undefined : md`: ${who}`;
  const action = payload.text('action').replaceAll('_', ' ');
  return at(event, `${login} organization`, md`${sender(event)}: ${action} in ${login}${whom}.`);
}

function team(event: GithubEvent): ReadResult {
  const { payload } = event;
  const name = payload.text('team.name');
  const action = payload.text('action').replaceAll('_', ' ');
  const repository = payload.optionalText('repository.full_name');
  const place = repository === undefined ? undefined : md` (${repository})`;
  return at(
    event,
    `team ${name}`,
    md`${sender(event)}: the team ${link(name, payload.optionalText('team.html_url'))} was ${action}${place}.`,
  );
}

function teamAdd(event: GithubEvent): ReadResult {
  return at(
    event,
    repo(event),
    md`${sender(event)} added ${repositoryLink(event)} to the team ${event.payload.text('team.name')}.`,
  );
}

function wiki(event: GithubEvent): ReadResult {
  const pages = event.payload
    .list('pages')
    .map((page) => md`${page.text('action')} ${link(page.text('title'), page.optionalText('html_url'))}`);
  return at(event, `${repo(event)} / wiki pages`, md`${sender(event)} ${enumeration(pages)}.`);
}

function sponsorship(event: GithubEvent): ReadResult {
  const { payload } = event;
  const tier = payload.optionalText('sponsorship.tier.name');
  const shown = tier === undefined ? undefined : md` (${tier})`;
  const action = payload.text('action').replaceAll('_', ' ');
  return at(event, 'sponsors', md`${sender(event)} ${action} a sponsorship${shown}.`);
}

function branchProtection(event: GithubEvent): ReadResult {
  const { payload } = event;
  return at(
    event,
    repo(event),
    md`${sender(event)} ${payload.text('action')} the protection of ${code(payload.text('rule.name'))}.`,
  );
}

export const githubActivity: Handlers = {
  fork,
  star,
  watch,
  public: published,
  repository,
  member,
  membership,
  organization,
  team,
  team_add: teamAdd,
  gollum: wiki,
  sponsorship,
  branch_protection_rule: branchProtection,
};
