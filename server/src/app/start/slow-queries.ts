/** Measures query times for the log, for the request they belong to, and for metrics. */
import type { Logger } from 'pino';
import { Db } from '../../db/db.ts';
import type { Opened } from '../../db/open.ts';
import { TimedConnection, type OnQuery } from '../../db/timed.ts';
import type { Config } from '../../lib/config/config.ts';
import { currentRequest } from '../../lib/telemetry/current-request.ts';
import type { Telemetry } from '../../lib/telemetry/telemetry.ts';

/** Characters of a logged statement, enough to recognize it. */
const shownCharacters = 500;

/** Only measures if the result is used. */
export function timeQueries(opened: Opened, config: Config, log: Logger, telemetry: Telemetry): Opened {
  const { slowQueryMs, slowRequestMs, metricsPort } = config;
  if (slowQueryMs === 0 && slowRequestMs === 0 && metricsPort === undefined) return opened;
  const onQuery: OnQuery = (sql, ms) => {
    const request = currentRequest.getStore();
    if (request) {
      request.queries++;
      request.queryMs += ms;
    }
    if (telemetry.isOn) telemetry.query(ms);
    if (slowQueryMs === 0 || ms < slowQueryMs) return;
    log.warn(
      {
        request: request?.id ?? null,
        operation: request?.operation ?? null,
        ms: Math.round(ms),
        sql: sql.slice(0, shownCharacters),
      },
      'slow query',
    );
  };
  const timed = (db: Db) => new Db(new TimedConnection(db.connection, onQuery));
  return { ...opened, reader: timed(opened.reader), writer: timed(opened.writer) };
}
