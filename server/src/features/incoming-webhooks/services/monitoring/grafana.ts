/** Grafana: one message per alert of a group, and panel alerts of versions before 9. */
import {
  UnsupportedEvent,
  type Delivery,
  type Integration,
  type Post,
  type ReadResult,
} from '../../integration.ts';
import { enumeration, facts, link, type Markup, md, paragraphs } from '../../markup.ts';
import type { Payload } from '../../payload.ts';

/** Grafana's value for an unknown time. */
const noTime = '0001-01-01T00:00:00Z';

function time(alert: Payload, name: string): string | undefined {
  const value = alert.optionalText(name);
  return value === noTime ? undefined : value;
}

const values = (alert: Payload): string =>
  alert
    .entries('values')
    .map(([name, value]) => `${name} = ${value.optionalText() ?? '?'}`)
    .join(', ');

const labels = (alert: Payload): string =>
  alert
    .entries('labels')
    .filter(([name]) => name !== 'alertname')
    .map(([name, value]) => `${name}=${value.optionalText() ?? ''}`)
    .join(', ');

function links(alert: Payload): Markup | undefined {
  const given = [
    ['dashboard', 'dashboardURL'],
    ['panel', 'panelURL'],
    ['silence', 'silenceURL'],
    ['picture', 'imageURL'],
    ['runbook', 'annotations.runbook_url'],
  ] as const;
  const found = given.flatMap(([label, path]) => {
    const url = alert.optionalText(path);
    return url === undefined ? [] : [link(label, url)];
  });
  return found.length === 0 ? undefined : enumeration(found);
}

function alertPost(alert: Payload): Post {
  const status = alert.text('status');
  if (status !== 'firing' && status !== 'resolved') throw new UnsupportedEvent(status);
  const name = alert.optionalText('labels.alertname');
  const title = link(name ?? 'Alert', alert.optionalText('generatorURL'));
  const content = paragraphs(
    md`**${status.toUpperCase()}** ${title}`,
    facts(
      ['Summary', alert.optionalText('annotations.summary')],
      ['Description', alert.optionalText('annotations.description')],
      ['Labels', labels(alert)],
      ['Values', values(alert)],
      ['Started', time(alert, 'startsAt')],
      ['Ended', status === 'resolved' ? time(alert, 'endsAt') : undefined],
      ['Links', links(alert)],
    ),
  );
  return { event: status, topic: `[${name ?? alert.text('fingerprint')}]`, content };
}

function panelPost(payload: Payload): Post {
  const state = payload.text('state');
  const matches = payload
    .list('evalMatches')
    .map((match) => `${match.text('metric')} = ${match.optionalText('value') ?? '?'}`)
    .join(', ');
  const picture = payload.optionalText('imageUrl');
  const content = paragraphs(
    md`**${state.replaceAll('_', ' ').toUpperCase()}** ${link(payload.text('ruleName'), payload.optionalText('ruleUrl'))}`,
    facts(
      ['Message', payload.optionalText('message')],
      ['Values', matches],
      ['Picture', picture === undefined ? undefined : link('open', picture)],
    ),
  );
  return { event: state, topic: payload.text('title'), content };
}

const receive = ({ payload }: Delivery): ReadResult =>
  payload.has('alerts') ? payload.list('alerts').map(alertPost) : panelPost(payload);

export const grafana: Integration = {
  name: 'grafana',
  displayName: 'Grafana',
  events: ['firing', 'resolved', 'alerting', 'ok', 'no_data', 'pending', 'paused', 'unknown'],
  receive,
};
