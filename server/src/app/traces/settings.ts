/** Parses the OTEL_* variables of the OpenTelemetry specification. */

export type Variables = Readonly<Record<string, string>>;

export interface TraceSettings {
  /** OTLP endpoint for spans (HTTP, JSON). */
  url: string;
  headers: Readonly<Record<string, string>>;
  resource: Readonly<Record<string, string>>;
  /** Ratio of sampled root traces. */
  ratio: number;
  /** Whether the sampling decision of a trusted caller is followed. */
  followsParent: boolean;
}

const path = '/v1/traces';

/** Whether traces are configured: decides whether the code for them is loaded. */
export const wantsTraces = (variables: Variables): boolean =>
  getEndpoint(variables) !== undefined &&
  variables.OTEL_SDK_DISABLED?.toLowerCase() !== 'true' &&
  variables.OTEL_TRACES_EXPORTER !== 'none';

/** The endpoint for traces is used as it is; the path is appended to the general one. */
function getEndpoint({
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own,
  OTEL_EXPORTER_OTLP_ENDPOINT: general,
}: Variables): string | undefined {
  return own ?? (general === undefined ? undefined : general.replace(/\/+$/, '') + path);
}

/** @throws Error that names the variable. */
export function readTraceSettings(variables: Variables, version: string): TraceSettings {
  const url = getEndpoint(variables) ?? '';
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Error('OTEL_EXPORTER_OTLP_ENDPOINT must be an http:// or https:// URL.');
  const protocol = variables.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? variables.OTEL_EXPORTER_OTLP_PROTOCOL;
  if (protocol === 'grpc')
    throw new Error('OTEL_EXPORTER_OTLP_PROTOCOL is grpc, which is not supported. Use http/json.');
  const headers = variables.OTEL_EXPORTER_OTLP_TRACES_HEADERS ?? variables.OTEL_EXPORTER_OTLP_HEADERS ?? '';
  return {
    url,
    headers: parsePairs(headers),
    resource: {
      'service.name': 'heddle',
      'service.version': version,
      ...parsePairs(variables.OTEL_RESOURCE_ATTRIBUTES ?? ''),
      ...(variables.OTEL_SERVICE_NAME === undefined ? {} : { 'service.name': variables.OTEL_SERVICE_NAME }),
    },
    ...getSampler(variables),
  };
}

/** Parses `a=1,b=2`, with percent-encoded values. */
function parsePairs(text: string): Record<string, string> {
  const pairs = text.split(',').flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=');
    return at < 1 ? [] : [[pair.slice(0, at).trim(), decode(pair.slice(at + 1).trim())]];
  });
  return Object.fromEntries(pairs);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function getSampler({
  OTEL_TRACES_SAMPLER: name = 'parentbased_always_on',
  OTEL_TRACES_SAMPLER_ARG: argument,
}: Variables): Pick<TraceSettings, 'ratio' | 'followsParent'> {
  const [, parent, kind] = /^(parentbased_)?(always_on|always_off|traceidratio)$/.exec(name) ?? [];
  if (kind === undefined)
    throw new Error(
      'OTEL_TRACES_SAMPLER must be always_on, always_off or traceidratio, with or without parentbased_.',
    );
  const followsParent = parent !== undefined;
  if (kind !== 'traceidratio') return { ratio: kind === 'always_on' ? 1 : 0, followsParent };
  const ratio = Number(argument ?? 1);
  if (!(ratio >= 0 && ratio <= 1)) throw new Error('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.');
  return { ratio, followsParent };
}
