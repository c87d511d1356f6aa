/** Alertmanager of Prometheus: groups of alerts; related alerts become one message. */
import {
  UnsupportedEvent,
  type Delivery,
  type Integration,
  type Post,
  type ReadResult,
} from '../../integration.ts';
import { facts, lines, link, type Markup, md, paragraphs, plural } from '../../markup.ts';
import { AnomalousPayload, type Payload } from '../../payload.ts';

type Status = 'firing' | 'resolved';

interface Alert {
  status: Status;
  topic: string;
  text: Markup;
}

function parseStatus(alert: Payload): Status {
  const status = alert.text('status');
  if (status !== 'firing' && status !== 'resolved') throw new UnsupportedEvent(status);
  return status;
}

/** Labels identify an alert, annotations describe it. */
const named = (alert: Payload, name: string): string | undefined =>
  alert.firstText(['labels', name], ['annotations', name]);

/** One message per topic and status, in the order of their first alerts. */
function grouped(delivery: Delivery, join: typeof lines, read: (alert: Payload) => Alert): Post[] {
  const alerts = delivery.payload.list('alerts').map(read);
  if (alerts.length === 0) throw new AnomalousPayload('alerts is missing');
  const groups = Map.groupBy(alerts, ({ topic, status }) => JSON.stringify([topic, status]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { status, topic } = first;
    const title = group.length === 1 ? undefined : md` (${plural(group.length, 'alert')})`;
    const content = paragraphs(
      md`**${status.toUpperCase()}**${title}`,
      join(...group.map(({ text }) => text)),
    );
    return [{ event: status, topic, content }];
  });
}

function receiveAlertmanager(delivery: Delivery): ReadResult {
  const { name = 'instance', desc = 'alertname' } = delivery.params;
  return grouped(delivery, lines, (alert) => {
    const source = alert.optionalText('generatorURL');
    const shown = source === undefined ? undefined : md` (${link('source', source)})`;
    return {
      status: parseStatus(alert),
      topic: named(alert, name) ?? '(unknown)',
      text: md`* ${named(alert, desc) ?? '(unknown)'}${shown}`,
    };
  });
}

const events = ['firing', 'resolved'];

export const alertmanager: Integration = {
  name: 'alertmanager',
  displayName: 'Alertmanager',
  events,
  options: [
    { key: 'name', label: 'Label or annotation that names the topic', type: 'text' },
    { key: 'desc', label: 'Label or annotation that describes an alert', type: 'text' },
  ],
  receive: receiveAlertmanager,
};

/** Labels that only repeat the topic. */
const unsaid: ReadonlySet<string> = new Set(['alertname', 'severity', '__name__']);

function labels(alert: Payload): Markup | undefined {
  const pairs = alert.entries('labels').filter(([name]) => !unsaid.has(name));
  if (pairs.length === 0) return undefined;
  return md`${pairs
    .slice(0, 20)
    .map(([name, value]) => `${name}=${value.optionalText() ?? ''}`)
    .join(', ')}`;
}

function receivePrometheus(delivery: Delivery): ReadResult {
  return grouped(delivery, paragraphs, (alert) => {
    const topic = named(alert, 'alertname') ?? '(unknown)';
    const title = link(named(alert, 'summary') ?? topic, alert.optionalText('generatorURL'));
    const details = facts(
      ['Severity', named(alert, 'severity')],
      ['Description', named(alert, 'description') ?? named(alert, 'message')],
      ['Labels', labels(alert)],
      ['Runbook', alert.optionalText('annotations.runbook_url')],
    );
    return { status: parseStatus(alert), topic, text: paragraphs(title, details) };
  });
}

export const prometheus: Integration = {
  name: 'prometheus',
  displayName: 'Prometheus',
  events,
  receive: receivePrometheus,
};
