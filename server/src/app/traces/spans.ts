/** Creates OTLP spans (JSON) of completed work. */
import type { TraceContext } from '../../lib/telemetry/current-request.ts';
import type { Work } from '../../lib/telemetry/telemetry.ts';
import type { TraceSettings } from './settings.ts';
import { randomBytes } from 'node:crypto';

type Value = string | number;

interface Attribute {
  key: string;
  value: { stringValue: string } | { doubleValue: number } | { intValue: string };
}

export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string | undefined;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  status: { code: number };
  links?: { traceId: string; spanId: string }[];
}

const kinds = { internal: 1, server: 2, consumer: 5 } as const;
const failed = { code: 2 };
const unset = { code: 0 };

/** @returns undefined for work of a request that is not recorded. */
export function getSpan(work: Work, settings: TraceSettings, current?: TraceContext): Span | undefined {
  switch (work.kind) {
    case 'request':
      return requestSpan(work);
    case 'write-group':
      return writeSpan(work);
    case 'job':
      return jobSpan(work, beginTrace(settings));
    case 'upload':
      return current && below(current, work, 'store file', { 'heddle.bytes': work.bytes });
  }
}

type WorkOf<Kind extends Work['kind']> = Extract<Work, { kind: Kind }>;

function requestSpan(work: WorkOf<'request'>): Span | undefined {
  const { request, method, operation, status } = work;
  if (!request.trace) return undefined;
  return {
    ...base(request.trace, work, `${method} ${operation}`, {
      'http.request.method': method,
      'http.response.status_code': status,
      'heddle.operation': operation,
      'heddle.request_id': request.id,
      'heddle.queries': request.queries,
      'heddle.query_ms': request.queryMs,
    }),
    kind: kinds.server,
    status: status >= 500 ? failed : unset,
  };
}

/** A child of the first request's span, with links to the other requests. */
function writeSpan(work: WorkOf<'write-group'>): Span | undefined {
  const traces = work.requests.flatMap(({ trace }) => trace ?? []);
  const [first, ...others] = traces;
  if (!first) return undefined;
  const span = below(first, work, 'write group', {
    'heddle.actions': work.actions,
    'heddle.commit_ms': work.commitMs,
  });
  return { ...span, links: others.map(({ traceId, spanId }) => ({ traceId, spanId })) };
}

function jobSpan(work: WorkOf<'job'>, trace: TraceContext | undefined): Span | undefined {
  if (!trace) return undefined;
  const attributes = { 'heddle.job': work.job, 'heddle.attempt': work.attempt };
  return { ...base(trace, work, `job ${work.job}`, attributes), kind: kinds.consumer };
}

const below = (
  { traceId, spanId }: TraceContext,
  work: Work,
  name: string,
  attributes: Readonly<Record<string, Value>>,
): Span => base({ traceId, spanId: newSpanId(), parentId: spanId }, work, name, attributes);

function base(
  { traceId, spanId, parentId }: TraceContext,
  { startedAt, ms, error }: Work,
  name: string,
  attributes: Readonly<Record<string, Value>>,
): Span {
  return {
    traceId,
    spanId,
    parentSpanId: parentId,
    name,
    kind: kinds.internal,
    startTimeUnixNano: toNanoseconds(startedAt),
    endTimeUnixNano: toNanoseconds(startedAt + ms),
    attributes: toAttributes(attributes),
    status: error === undefined ? unset : failed,
  };
}

/** @param at Relative to `performance.timeOrigin`. */
const toNanoseconds = (at: number): string =>
  String(BigInt(Math.round((performance.timeOrigin + at) * 1000)) * 1000n);

export const toAttributes = (values: Readonly<Record<string, Value>>): Attribute[] =>
  Object.entries(values).map(([key, value]) => ({ key, value: toValue(value) }));

function toValue(value: Value): Attribute['value'] {
  if (typeof value === 'string') return { stringValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

// Creates the IDs of traces and spans (W3C trace context), and decides which are recorded.

type Sampler = Pick<TraceSettings, 'ratio' | 'followsParent'>;

const newSpanId = (): string => randomBytes(8).toString('hex');
const newTraceId = (): string => randomBytes(16).toString('hex');

/** Version, trace ID, span ID and flags; later versions may append fields. */
const pattern = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;
const sampledFlag = 1;

/** @returns undefined for a trace that is not recorded. */
export function beginTrace(sampler: Sampler, parent?: string): TraceContext | undefined {
  const [, traceId = newTraceId(), parentId, flags] = pattern.exec(parent ?? '') ?? [];
  const isRecorded =
    flags !== undefined && sampler.followsParent
      ? (Number.parseInt(flags, 16) & sampledFlag) !== 0
      : isSampled(traceId, sampler.ratio);
  return isRecorded ? { traceId, spanId: newSpanId(), parentId } : undefined;
}

/** Derived from the trace ID, so that all participants decide alike. */
const isSampled = (traceId: string, ratio: number): boolean =>
  ratio > 0 && Number.parseInt(traceId.slice(-13), 16) < ratio * 2 ** 52;
