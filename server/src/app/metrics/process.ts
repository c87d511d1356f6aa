/** Metrics of the process: version, memory, CPU time and event loop. */
import { readdir } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { heddleVersion } from '../../lib/version.ts';
import type { App } from '../open-app.ts';
import type { MakePart } from './part.ts';

function countNodes(registry: Parameters<MakePart>[0], nodes: App['nodes']): () => void {
  const help = 'Always 1; the label is the ID of this node, with PostgreSQL.';
  const self = registry.gauge('heddle_node', help, ['id']);
  const living = registry.gauge('heddle_nodes', 'Nodes that serve the database.');
  return () => {
    self.clear();
    if (nodes.claimant) self.set(1, nodes.claimant.id);
    living.set(nodes.claimant ? nodes.list().length : 1);
  };
}

/** Sampling interval of the monitor, in milliseconds. */
const resolution = 20;
const percentiles = [50, 99, 100];

export const processPart: MakePart = (registry, { db, nodes }) => {
  registry
    .gauge('heddle_info', 'Always 1; the labels say what runs.', ['version', 'node', 'database'])
    .set(1, heddleVersion, process.versions.node, db.read.dialect);
  const collectNodes = countNodes(registry, nodes);
  registry
    .gauge('process_start_time_seconds', 'Unix time at which the process was started.')
    .set(Math.round(performance.timeOrigin) / 1000);
  const cpu = registry.counter('process_cpu_seconds_total', 'CPU time of the process.');
  const resident = registry.gauge('process_resident_memory_bytes', 'Resident memory of the process.');
  const descriptors = registry.gauge('process_open_fds', 'Open file descriptors.');
  const heap = registry.gauge('heddle_heap_used_bytes', 'JavaScript heap in use.');
  const external = registry.gauge('heddle_external_memory_bytes', 'Buffers outside the JavaScript heap.');
  const loop = registry.gauge(
    'heddle_event_loop_delay_seconds',
    'Delay of the event loop since the previous scrape, by percentile.',
    // Prometheus keeps the name `quantile` for summaries.
    ['percentile'],
  );
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  return {
    async collect() {
      collectNodes();
      const { user, system } = process.cpuUsage();
      cpu.set((user + system) / 1e6);
      const memory = process.memoryUsage();
      resident.set(memory.rss);
      heap.set(memory.heapUsed);
      external.set(memory.external);
      // The monitor's own interval is part of its measurements, and is no delay.
      for (const each of percentiles)
        loop.set(Math.max(0, delay.percentile(each) / 1e9 - resolution / 1e3), String(each));
      delay.reset();
      const open = await readdir('/proc/self/fd').catch(() => undefined);
      if (open) descriptors.set(open.length);
    },
    close: () => void delay.disable(),
  };
};
