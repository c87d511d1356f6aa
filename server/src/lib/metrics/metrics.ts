/**
 * Metrics in the text format of Prometheus (version 0.0.4). A series exists once it has a value; callers
 * have to keep the number of label values small.
 */

type Kind = 'counter' | 'gauge' | 'histogram';

/** Separates label values in a key; never part of a value. */
const separator = '\u0000';

interface MetricInfo {
  name: string;
  help: string;
  /** Names of labels; values are passed in this order. */
  labels?: readonly string[];
}

abstract class Metric {
  readonly name: string;
  readonly kind: Kind;
  readonly #help: string;
  readonly #labels: readonly string[];

  constructor(kind: Kind, { name, help, labels = [] }: MetricInfo) {
    this.name = name;
    this.kind = kind;
    this.#help = help;
    this.#labels = labels;
  }

  /** The lines of all series. */
  protected abstract lines(): string[];

  text(): string {
    const head = [`# HELP ${this.name} ${this.#help}`, `# TYPE ${this.name} ${this.kind}`];
    return [...head, ...this.lines()].join('\n');
  }

  protected line(suffix: string, key: string, value: number, extra = ''): string {
    const values = this.#labels.length === 0 ? [] : key.split(separator);
    const pairs = this.#labels.map((label, i) => `${label}="${escape(values[i] ?? '')}"`);
    if (extra !== '') pairs.push(extra);
    const shown = pairs.length > 0 ? `{${pairs.join(',')}}` : '';
    return `${this.name}${suffix}${shown} ${format(value)}`;
  }
}

export class Counter extends Metric {
  readonly #values = new Map<string, number>();

  constructor(described: MetricInfo) {
    super('counter', described);
    if (!described.labels) this.#values.set('', 0);
  }

  add(by: number, ...labels: string[]): void {
    const key = labels.join(separator);
    this.#values.set(key, (this.#values.get(key) ?? 0) + by);
  }

  /** Sets a value that is counted elsewhere. */
  set(value: number, ...labels: string[]): void {
    this.#values.set(labels.join(separator), value);
  }

  protected override lines(): string[] {
    return [...this.#values].map(([key, value]) => this.line('', key, value));
  }
}

export class Gauge extends Metric {
  readonly #values = new Map<string, number>();

  constructor(described: MetricInfo) {
    super('gauge', described);
  }

  set(value: number, ...labels: string[]): void {
    this.#values.set(labels.join(separator), value);
  }

  /** Removes all series; those that are set again reappear. */
  clear(): void {
    this.#values.clear();
  }

  protected override lines(): string[] {
    return [...this.#values].map(([key, value]) => this.line('', key, value));
  }
}

interface Series {
  counts: Uint32Array;
  count: number;
  sum: number;
}

export class Histogram extends Metric {
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, Series>();

  /** @param described `bounds` are the upper limits of the buckets, ascending. */
  constructor(described: MetricInfo & { bounds: readonly number[] }) {
    super('histogram', described);
    this.#bounds = described.bounds;
    if (!described.labels) this.#add('');
  }

  observe(value: number, ...labels: string[]): void {
    const key = labels.join(separator);
    const series = this.#series.get(key) ?? this.#add(key);
    series.count++;
    series.sum += value;
    const bucket = this.#bounds.findIndex((bound) => value <= bound);
    if (bucket >= 0) series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
  }

  #add(key: string): Series {
    const series = { counts: new Uint32Array(this.#bounds.length), count: 0, sum: 0 };
    this.#series.set(key, series);
    return series;
  }

  protected override lines(): string[] {
    return [...this.#series].flatMap(([key, { counts, count, sum }]) => {
      let below = 0;
      const buckets = this.#bounds.map((bound, i) =>
        this.line('_bucket', key, (below += counts[i] ?? 0), `le="${bound}"`),
      );
      return [
        ...buckets,
        this.line('_bucket', key, count, 'le="+Inf"'),
        this.line('_sum', key, sum),
        this.line('_count', key, count),
      ];
    });
  }
}

export class Registry {
  readonly #metrics: Metric[] = [];

  counter(name: string, help: string, labels?: readonly string[]): Counter {
    return this.#add(new Counter({ name, help, ...(labels && { labels }) }));
  }

  gauge(name: string, help: string, labels?: readonly string[]): Gauge {
    return this.#add(new Gauge({ name, help, ...(labels && { labels }) }));
  }

  histogram(name: string, help: string, bounds: readonly number[], labels?: readonly string[]): Histogram {
    return this.#add(new Histogram({ name, help, bounds, ...(labels && { labels }) }));
  }

  #add<M extends Metric>(metric: M): M {
    if (this.#metrics.some(({ name }) => name === metric.name))
      throw new Error(`There are two metrics named ${metric.name}.`);
    this.#metrics.push(metric);
    return metric;
  }

  text(): string {
    return `${this.#metrics.map((metric) => metric.text()).join('\n')}\n`;
  }
}

const escape = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

const format = (value: number): string =>
  Number.isFinite(value) ? String(value) : Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
