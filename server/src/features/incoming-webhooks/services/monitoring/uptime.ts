/** Uptime monitors: Uptime Kuma, UptimeRobot and Healthchecks. */
import { apiError } from '../../../../lib/errors.ts';
import { UnsupportedEvent, type Delivery, type Integration, type ReadResult } from '../../integration.ts';
import { facts, link, md, ownMarkdown, paragraphs } from '../../markup.ts';

/** By the status of the heartbeat. */
const heartbeats = ['down', 'up', 'pending', 'maintenance'] as const;

function receiveKuma({ payload }: Delivery): ReadResult {
  const topic = payload.optionalText('monitor.name') ?? 'Uptime Kuma';
  // The test has neither a monitor nor a heartbeat.
  if (!payload.has('heartbeat')) return { event: 'test', topic, content: md`${payload.text('msg')}` };
  const number = payload.number('heartbeat.status');
  const status = heartbeats[number];
  if (status === undefined) throw new UnsupportedEvent(String(number));
  const url = payload.optionalText('monitor.url');
  const ping = payload.optionalText('heartbeat.ping');
  const content = paragraphs(
    md`**${status.toUpperCase()}** ${link(topic, url === 'https://' ? undefined : url)}`,
    facts(
      ['Message', payload.firstText('heartbeat.msg', 'msg')],
      ['Response time', ping === undefined ? undefined : `${ping} ms`],
      ['Time', payload.firstText('heartbeat.localDateTime', 'heartbeat.time')],
    ),
  );
  return { event: status, topic, content };
}

export const uptimekuma: Integration = {
  name: 'uptimekuma',
  displayName: 'Uptime Kuma',
  events: [...heartbeats, 'test'],
  receive: receiveKuma,
};

function receiveRobot({ payload }: Delivery): ReadResult {
  const status = payload.optionalText('alert_type_friendly_name');
  const topic = payload.optionalText('monitor_friendly_name');
  if (status === undefined || topic === undefined) throw apiError('integrations.invalid-payload');
  if (status !== 'Up' && status !== 'Down') throw new UnsupportedEvent(status);
  const monitor = link(topic, payload.optionalText('monitor_url'));
  const duration = payload.optionalText('alert_friendly_duration');
  const after = status === 'Up' && duration !== undefined ? md` after ${duration}` : undefined;
  const content = paragraphs(
    md`**${status.toUpperCase()}** ${monitor}${after}`,
    facts(['Details', payload.optionalText('alert_details')]),
  );
  return { event: status.toLowerCase(), topic, content };
}

export const uptimerobot: Integration = {
  name: 'uptimerobot',
  displayName: 'UptimeRobot',
  events: ['up', 'down'],
  receive: receiveRobot,
};

/** Posts a custom template, with the fields that docs/integrations.md proposes, or text. */
function receiveHealthchecks({ payload }: Delivery): ReadResult {
  if (payload.isText([]))
    return { event: 'message', topic: 'Healthchecks', content: ownMarkdown(payload.text()) };
  const topic = payload.firstText('name', 'check') ?? payload.text('name');
  const status = payload.text('status').toLowerCase();
  const content = paragraphs(
    md`**${status.toUpperCase()}** ${link(topic, payload.optionalText('url'))}`,
    facts(
      ['Tags', payload.optionalText('tags')],
      ['Time', payload.firstText('time', 'now')],
      ['Message', payload.firstText('message', 'body')],
    ),
  );
  return { event: status, topic, content };
}

export const healthchecks: Integration = {
  name: 'healthchecks',
  displayName: 'Healthchecks',
  events: ['up', 'down', 'message'],
  takesText: true,
  receive: receiveHealthchecks,
};
