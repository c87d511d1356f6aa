/** What programs that watch other programs post. */
import type { Sample } from './sample.ts';

const sample = (integration: string, what: string, body: unknown): Sample => ({
  integration,
  what,
  body,
});

const alert = (status: string, instance: string) => ({
  status,
  labels: { alertname: 'High [memory] usage', instance, severity: 'page', job: 'looms' },
  annotations: {
    summary: 'Memory is short',
    description: 'Above 90 % for *5* minutes',
    runbook_url: 'https://runbooks.example.com/memory',
  },
  startsAt: '2026-10-12T09:51:03.157076+02:00',
  endsAt: status === 'firing' ? '0001-01-01T00:00:00Z' : '2026-10-12T10:01:03.157076+02:00',
  generatorURL: 'https://prometheus.example.com/graph?g0.expr=memory+%3E+90&g0.tab=1',
  fingerprint: 'c6eadffa33fcdf37',
});
const group = {
  version: '4',
  groupKey: '{}:{alertname="High memory usage"}',
  status: 'firing',
  receiver: 'heddle',
  alerts: [alert('firing', 'loom-1'), alert('firing', 'loom-1'), alert('resolved', 'loom-2')],
};

const grafanaAlert = {
  ...alert('resolved', 'loom-1'),
  silenceURL: 'https://grafana.example.com/alerting/silence/new?alertmanager=grafana&matchers=alertname%3DT2',
  dashboardURL: 'https://grafana.example.com/d/1',
  panelURL: '',
  values: { B: 44.2, C: 1 },
};

const monitors: readonly Sample[] = [
  sample('alertmanager', 'a group of alerts', group),
  { ...sample('alertmanager', 'alerts by another label', group), params: { name: 'job', desc: 'summary' } },
  sample('prometheus', 'a group of alerts', group),
  sample('grafana', 'an alert that was resolved', {
    receiver: 'heddle',
    status: 'resolved',
    alerts: [grafanaAlert],
  }),
  sample('grafana', 'a test without alerts', { receiver: 'chat', status: 'firing', alerts: [] }),
  sample('grafana', 'an alert of a version before 9', {
    title: '[Alerting] Panel of looms',
    ruleId: 1,
    ruleName: 'Looms stand still',
    ruleUrl: 'https://grafana.example.com/d/1?editPanel=2',
    state: 'no_data',
    message: 'Nothing moves',
    imageUrl: 'https://grafana.example.com/picture.png',
    evalMatches: [{ value: 100, metric: 'High value', tags: null }],
  }),
  sample('uptimekuma', 'a monitor that is down', {
    heartbeat: {
      monitorID: 29,
      status: 0,
      time: '2026-09-24 23:51:35.527',
      localDateTime: '2026-09-24 16:51:35',
      msg: 'getaddrinfo ENOTFOUND loom.example.com',
      important: true,
      duration: 0,
    },
    monitor: { id: 29, name: 'Loom', url: 'https://loom.example.com', type: 'http' },
    msg: '[Loom] [🔴 Down] getaddrinfo ENOTFOUND loom.example.com',
  }),
  sample('uptimekuma', 'a monitor that is up', {
    heartbeat: {
      monitorID: 3,
      status: 1,
      time: '2026-09-24 23:52:35.527',
      msg: '200 - OK',
      ping: 61,
      important: true,
    },
    monitor: { id: 3, name: 'Port', url: 'https://', hostname: 'loom.example.com', port: 22, type: 'port' },
    msg: '[Port] [✅ Up] 200 - OK',
  }),
  sample('uptimekuma', 'a test delivery', { heartbeat: null, monitor: null, msg: 'My webhook Testing' }),
  sample('uptimerobot', 'a monitor that is down', {
    monitor_friendly_name: 'Loom',
    monitor_url: 'https://loom.example.com',
    alert_type_friendly_name: 'Down',
    alert_details: 'HTTP 503',
    alert_friendly_duration: '0 seconds',
  }),
  sample('uptimerobot', 'a monitor that is up', {
    monitor_friendly_name: 'Loom',
    monitor_url: 'https://loom.example.com',
    alert_type_friendly_name: 'Up',
    alert_details: 'HTTP 200',
    alert_friendly_duration: '3 mins',
  }),
  sample('healthchecks', 'a check that is down', {
    name: 'Backups',
    status: 'down',
    tags: 'prod db',
    time: '2026-09-24T16:51:35+00:00',
    url: 'https://healthchecks.io/checks/1/details/',
  }),
  sample('healthchecks', 'a custom text', 'Backups are DOWN'),
];

const incidents: readonly Sample[] = [
  {
    ...sample('sentry', 'an alert by a rule', {
      action: 'triggered',
      actor: { id: 'sentry', name: 'Sentry', type: 'application' },
      data: {
        event: {
          title: 'ReferenceError: warp is not defined',
          culprit: 'weave(loom.js)',
          level: 'error',
          datetime: '2026-08-19T21:06:17.403000Z',
          web_url:
            'https://sentry.io/organizations/weavers/issues/1170820242/events/e4874d664c3540c1a32eab185f12c5ab/',
          exception: {
            values: [
              {
                type: 'ReferenceError',
                value: 'warp is not defined',
                stacktrace: {
                  frames: [
                    { filename: 'vendor.js', context_line: 'call();' },
                    {
                      filename: 'loom.js',
                      context_line: '  warp.wind();',
                      pre_context: ['function weave() {'],
                    },
                  ],
                },
              },
            ],
          },
        },
        triggered_rule: 'Very important rule',
      },
    }),
    headers: { 'sentry-hook-resource': 'event_alert' },
  },
  {
    ...sample('sentry', 'a new issue', {
      action: 'created',
      actor: { id: 'sentry', name: 'Sentry', type: 'application' },
      data: {
        issue: {
          id: '1170820242',
          title: 'Error #1: This is a test error!',
          culprit: 'SentryCustomError(frontend/src/util)',
          level: 'error',
          web_url: 'https://sentry.io/organizations/weavers/issues/1170820242/',
          project: { id: '1', name: 'front-end', slug: 'front-end' },
        },
      },
    }),
    headers: { 'sentry-hook-resource': 'issue' },
  },
  {
    ...sample('sentry', 'a measurement', {
      action: 'critical',
      data: {
        metric_alert: { id: '7' },
        description_title: 'Critical: Too many errors',
        description_text: '1000 events in the last 10 minutes',
        web_url: 'https://sentry.io/organizations/weavers/alerts/rules/7/',
      },
    }),
    headers: { 'sentry-hook-resource': 'metric_alert' },
  },
  sample('sentry', 'the older plugin', {
    project: 'loom',
    project_name: 'Loom',
    message: 'This is an example',
    culprit: 'raven.scripts.runner in main',
    level: 'error',
    url: 'https://sentry.io/weavers/loom/issues/1/',
    event: { title: 'This is an example' },
  }),
  sample('pagerduty', 'an incident', {
    event: {
      id: '5ac64822',
      event_type: 'incident.triggered',
      resource_type: 'incident',
      occurred_at: '2026-10-02T18:45:22.169Z',
      agent: {
        html_url: 'https://acme.pagerduty.com/users/PLH1HKV',
        summary: 'Tenex Engineer',
        type: 'user_reference',
      },
      data: {
        id: 'PGR0VU2',
        type: 'incident',
        html_url: 'https://acme.pagerduty.com/incidents/PGR0VU2',
        number: 2126,
        status: 'triggered',
        title: 'A little bump in the road',
        service: { html_url: 'https://acme.pagerduty.com/services/PF9KMXH', summary: 'API Service' },
        assignees: [{ html_url: 'https://acme.pagerduty.com/users/PTUXL6G', summary: 'User 123' }],
        priority: { summary: 'P1' },
      },
    },
  }),
  sample('pagerduty', 'a note', {
    event: {
      event_type: 'incident.annotated',
      agent: { summary: 'User 123' },
      data: {
        id: 'PWL7QXS',
        content: 'Restarted it.',
        incident: {
          html_url: 'https://acme.pagerduty.com/incidents/PGR0VU2',
          summary: 'A little bump in the road',
        },
      },
    },
  }),
  sample('pagerduty', 'an incident by version 2', {
    messages: [
      {
        event: 'incident.trigger',
        incident: {
          incident_number: 33,
          title: 'My new incident',
          html_url: 'https://acme.pagerduty.com/incidents/PRORDTY',
          service: {
            name: 'Production XDB Cluster',
            html_url: 'https://acme.pagerduty.com/services/PN49J75',
          },
          assignments: [
            { assignee: { summary: 'Laura Haley', html_url: 'https://acme.pagerduty.com/users/P553OPV' } },
          ],
        },
      },
    ],
  }),
  sample('opsgenie', 'an alert', {
    action: 'Create',
    alert: {
      alertId: '052652ac-5d1c-464a-812a-7dd18bbfba8c',
      message: 'Disk is full',
      username: 'ada@example.com',
      priority: 'P3',
      tags: ['disk', 'loom'],
      createdAt: 1541070101223,
    },
    integrationName: 'Looms',
    source: { type: 'web' },
  }),
  sample('statuspage', 'an incident', {
    page: { id: 'j2mfxwj97wnj', status_indicator: 'critical', status_description: 'Major System Outage' },
    incident: {
      name: 'Virginia Is Down',
      status: 'identified',
      impact: 'critical',
      shortlink: 'https://j.mp/18zyDQx',
      incident_updates: [{ body: 'A postmortem analysis has been posted.', status: 'identified' }],
    },
  }),
  sample('statuspage', 'a component', {
    page: { id: 'j2mfxwj97wnj', status_description: 'Major System Outage' },
    component: { id: 'rb5wq1dczvbm', name: 'Some Component', status: 'operational' },
    component_update: { old_status: 'operational', new_status: 'major_outage' },
  }),
];

export const monitoringSamples: readonly Sample[] = [...monitors, ...incidents];
