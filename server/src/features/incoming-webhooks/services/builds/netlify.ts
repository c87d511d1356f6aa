import {
  eventHeader,
  handlerFor,
  type Delivery,
  type Integration,
  type ReadResult,
} from '../../integration.ts';
import { link, md } from '../../markup.ts';

const verbs: Readonly<Record<string, string>> = {
  deploy_building: 'is building',
  deploy_created: 'was deployed',
  deploy_failed: 'failed to deploy',
  deploy_locked: 'was locked',
  deploy_unlocked: 'was unlocked',
  deploy_request_pending: 'waits for a review',
  deploy_request_accepted: 'was accepted',
  deploy_request_rejected: 'was rejected',
};

/** Netlify: deployments of a site. */
function receive(delivery: Delivery): ReadResult {
  const { payload } = delivery;
  const event = eventHeader(delivery, 'X-Netlify-Event');
  const verb = handlerFor(verbs, event);
  const site = link(payload.text('name'), payload.firstText('deploy_ssl_url', 'ssl_url', 'url'));
  const error = payload.optionalText('error_message');
  const why = error === undefined ? undefined : md`: ${error}`;
  return { event, topic: payload.text('branch'), content: md`The site ${site} ${verb}${why}.` };
}

export const netlify: Integration = {
  name: 'netlify',
  displayName: 'Netlify',
  events: Object.keys(verbs),
  receive,
};
