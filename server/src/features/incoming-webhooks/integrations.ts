/** Every integration, by the name in its address. */
import { apiError } from '../../lib/errors.ts';
import type { Integration } from './integration.ts';
import { circleci } from './services/builds/circleci.ts';
import { netlify } from './services/builds/netlify.ts';
import { travis } from './services/builds/travis.ts';
import { forgejo, gitea, gogs } from './services/forges/gitea.ts';
import { github } from './services/forges/github.ts';
import { gitlab } from './services/forges/gitlab.ts';
import { homeassistant, ifttt, n8n, zapier } from './services/general/automation.ts';
import { json } from './services/general/json.ts';
import { slackIncoming } from './services/general/slack-incoming.ts';
import { alertmanager, prometheus } from './services/monitoring/alertmanager.ts';
import { grafana } from './services/monitoring/grafana.ts';
import { pagerduty } from './services/monitoring/pagerduty.ts';
import { sentry } from './services/monitoring/sentry.ts';
import { statuspage } from './services/monitoring/statuspage.ts';
import { healthchecks, uptimekuma, uptimerobot } from './services/monitoring/uptime.ts';

/** In the order of their names. */
export const integrations: readonly Integration[] = [
  alertmanager,
  circleci,
  forgejo,
  gitea,
  github,
  gitlab,
  gogs,
  grafana,
  healthchecks,
  homeassistant,
  ifttt,
  json,
  n8n,
  netlify,
  pagerduty,
  prometheus,
  sentry,
  slackIncoming,
  statuspage,
  travis,
  uptimekuma,
  uptimerobot,
  zapier,
];

const byName: ReadonlyMap<string, Integration> = new Map(integrations.map((each) => [each.name, each]));

export function findIntegration(name: string): Integration {
  const found = byName.get(name);
  if (!found) throw apiError('integrations.not-found', { name });
  return found;
}
