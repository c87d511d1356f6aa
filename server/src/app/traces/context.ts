/** Creates the IDs of traces and spans (W3C trace context), and decides which are recorded. */
import { randomBytes } from 'node:crypto';
import type { TraceContext } from '../../lib/telemetry/current-request.ts';
import type { TraceSettings } from './settings.ts';

type Sampler = Pick<TraceSettings, 'ratio' | 'followsParent'>;

export const newSpanId = (): string => randomBytes(8).toString('hex');
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
