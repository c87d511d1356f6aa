/** All integrations, by the name in their address. */
import { apiError } from '../../lib/errors.ts';
import type { Integration } from './integration.ts';
import { argocd } from './services/builds/argocd.ts';
import { circleci } from './services/builds/circleci.ts';
import { jenkins } from './services/builds/jenkins.ts';
import { netlify } from './services/builds/netlify.ts';
import { travis } from './services/builds/travis.ts';
import { freshdesk, zendesk } from './services/customers/helpdesks.ts';
import { intercom } from './services/customers/intercom.ts';
import { stripe } from './services/customers/stripe.ts';
import { bitbucket } from './services/forges/bitbucket.ts';
import { forgejo, gitea, gogs } from './services/forges/gitea.ts';
import { github } from './services/forges/github.ts';
import { gitlab } from './services/forges/gitlab.ts';
import { homeassistant, ifttt, n8n, zapier } from './services/general/automation.ts';
import { email, rss } from './services/general/feeds.ts';
import { json } from './services/general/json.ts';
import { slack } from './services/general/slack.ts';
import { slackIncoming } from './services/general/slack-incoming.ts';
import { alertmanager, prometheus } from './services/monitoring/alertmanager.ts';
import { grafana } from './services/monitoring/grafana.ts';
import { opsgenie } from './services/monitoring/opsgenie.ts';
import { pagerduty } from './services/monitoring/pagerduty.ts';
import { sentry } from './services/monitoring/sentry.ts';
import { statuspage } from './services/monitoring/statuspage.ts';
import { healthchecks, uptimekuma, uptimerobot } from './services/monitoring/uptime.ts';
import { asana } from './services/planning/asana.ts';
import { calendly } from './services/planning/calendly.ts';
import { clickup } from './services/planning/clickup.ts';
import { jira } from './services/planning/jira.ts';
import { linear } from './services/planning/linear.ts';
import { notion } from './services/planning/notion.ts';
import { trello } from './services/planning/trello.ts';

/** Sorted by name. */
export const integrations: readonly Integration[] = [
  alertmanager,
  argocd,
  asana,
  bitbucket,
  calendly,
  circleci,
  clickup,
  email,
  forgejo,
  freshdesk,
  gitea,
  github,
  gitlab,
  gogs,
  grafana,
  healthchecks,
  homeassistant,
  ifttt,
  intercom,
  jenkins,
  jira,
  json,
  linear,
  n8n,
  netlify,
  notion,
  opsgenie,
  pagerduty,
  prometheus,
  rss,
  sentry,
  slack,
  slackIncoming,
  statuspage,
  stripe,
  travis,
  trello,
  uptimekuma,
  uptimerobot,
  zapier,
  zendesk,
];

const byName: ReadonlyMap<string, Integration> = new Map(integrations.map((each) => [each.name, each]));

export function findIntegration(name: string): Integration {
  const found = byName.get(name);
  if (!found) throw apiError('integrations.not-found', { name });
  return found;
}
