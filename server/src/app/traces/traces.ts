/** Records traces of requests, writes, uploads and jobs, if the OTEL_* variables are set. */
import { currentRequest } from '../../lib/telemetry/current-request.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import { heddleVersion } from '../../lib/version.ts';
import type { App } from '../open-app.ts';
import { SpanExporter } from './exporter.ts';
import { readTraceSettings, type TraceSettings, type Variables } from './settings.ts';
import { beginTrace, getSpan } from './spans.ts';
import { errorMessage } from '../../lib/thrown.ts';

export interface Traces {
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** @throws StartRefused for an invalid variable. */
export function openTraces(app: Pick<App, 'telemetry' | 'log'>, variables: Variables): Traces {
  const settings = getSettings(variables);
  const exporter = new SpanExporter(settings, app.log);
  const end = app.telemetry.listen({
    beginTrace: (parent) => beginTrace(settings, parent),
    ended(work) {
      const span = getSpan(work, settings, currentRequest.getStore()?.trace);
      if (span) exporter.add(span);
    },
  });
  return {
    flush: () => exporter.flush(),
    async close() {
      end();
      await exporter.close();
    },
  };
}

function getSettings(variables: Variables): TraceSettings {
  try {
    return readTraceSettings(variables, heddleVersion);
  } catch (error) {
    throw new StartRefused(errorMessage(error));
  }
}
