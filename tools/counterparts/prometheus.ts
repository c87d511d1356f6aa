/** Prometheus: its own tools accept metrics, rules and queries, and the server scrapes. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../tests/support/services/free-port.ts';
import { until } from '../../tests/support/until.ts';
import type { Counterpart, Stage } from './frame.ts';
import { HeddleServer } from './heddle-server.ts';

const monitoring = (name: string) =>
  fileURLToPath(new URL(`../../deploy/monitoring/${name}`, import.meta.url));

function promtool(args: readonly string[], input = ''): void {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8', input });
  assert.equal(`${status} ${stderr.trim()}`, '0 ', stdout);
}

export const prometheus: Counterpart = {
  title: 'Prometheus',
  packages: ['prometheus'],
  async prove(stage) {
    const port = await freePort();
    const server = await HeddleServer.start(
      stage,
      `metrics_port = ${port}\nbackup_to = "${stage.folder}/backups"\n`,
    );
    const metrics = `http://127.0.0.1:${port}/metrics`;
    await server.addChannel();
    await server.send('metrics', 'One message, so that there is something to count.');
    await stage.check('promtool check metrics accepts the metrics', async () => {
      promtool(['check', 'metrics'], await (await fetch(metrics)).text());
    });
    await stage.check('promtool check rules accepts the alerts', async () => {
      promtool(['check', 'rules', monitoring('alerts.yaml')]);
    });
    await scrape(stage, port);
  },
};

async function scrape(stage: Stage, target: number): Promise<void> {
  const port = await freePort();
  const rules = monitoring('alerts.yaml');
  const config = stage.write(
    'prometheus.yml',
    `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [${JSON.stringify(rules)}]
scrape_configs:
  - job_name: heddle
    static_configs: [{ targets: ["127.0.0.1:${target}"] }]
`,
  );
  const url = `http://127.0.0.1:${port}`;
  const storage = stage.makeFolder('metrics');
  await stage.start({
    command: 'prometheus',
    args: [
      `--config.file=${config}`,
      `--storage.tsdb.path=${storage}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    isReady: async () => (await fetch(`${url}/-/ready`)).ok,
  });
  const query = async (expression: string) => {
    const response = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query: expression })}`);
    const json = (await response.json()) as { status: string; error?: string; data?: { result: unknown[] } };
    assert.equal(json.status, 'success', `${expression}: ${json.error}`);
    return json.data?.result.length ?? 0;
  };
  await stage.check('It scrapes the metrics, and evaluates every rule of the alerts', async () => {
    await until('the target is up', async () => (await query('up{job="heddle"} == 1')) === 1, 200);
    await until(
      'the rules are evaluated',
      async () => {
        const response = await fetch(`${url}/api/v1/rules`);
        const { data } = (await response.json()) as { data: { groups: { rules: { health: string }[] }[] } };
        const all = data.groups.flatMap(({ rules: some }) => some);
        assert.ok(all.length > 0 && all.every(({ health }) => health !== 'err'), JSON.stringify(all));
        return all.every(({ health }) => health === 'ok');
      },
      200,
    );
  });
  await stage.check('It understands every query of the dashboard', async () => {
    const dashboard = readFileSync(monitoring('grafana-dashboard.json'), 'utf8');
    const queries = [...dashboard.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) =>
      String(JSON.parse(text)),
    );
    assert.ok(queries.length > 10);
    for (const each of queries)
      await query(each.replaceAll(/\$\w+/g, (name) => (name === '$__rate_interval' ? '1m' : '.*')));
  });
}
