/** Metrics of the database, the data folder, stored jobs and scheduled backups. */
import { statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { countJobs, nextDueAt } from '../../core/jobs/index.ts';
import { usesTls } from '../../lib/config/config-tls.ts';
import { databaseSizeSql } from '../../db/sql.ts';
import { scheduledBackups } from '../../transfer/scheduled-backup/schedule.ts';
import type { MakePart } from './part.ts';

export const storagePart: MakePart = (registry, { storage }) => {
  const help = '1 if the storage can be written, 0 if writes are refused.';
  const ok = registry.gauge('heddle_storage_ok', help, ['storage']);
  return {
    collect() {
      for (const { subject, fault } of Object.values(storage)) ok.set(fault ? 0 : 1, subject);
    },
  };
};

export const servicesPart: MakePart = (registry, { external }) => {
  const help = '1 if the service responded when it was used last, 0 if not; no series before its first use.';
  const ok = registry.gauge('heddle_service_ok', help, ['service']);
  return {
    collect() {
      for (const { name, isOk } of external.list()) ok.set(isOk ? 1 : 0, name);
    },
  };
};

export const sizesPart: MakePart = (registry, { config, db }) => {
  const database = registry.gauge('heddle_database_bytes', 'Size of the database.');
  const log = registry.gauge(
    'heddle_database_wal_bytes',
    'Size of the write-ahead log of the embedded database; no series with PostgreSQL.',
  );
  const uploads = registry.gauge('heddle_upload_storage_bytes', 'Bytes of uploaded files in storage.');
  const free = registry.gauge('heddle_data_folder_free_bytes', 'Free space where the data folder is.');
  const size = registry.gauge('heddle_data_folder_size_bytes', 'Size of the disk of the data folder.');
  return {
    async collect() {
      const { bavail, blocks, bsize } = await statfs(config.data);
      free.set(bavail * bsize);
      size.set(blocks * bsize);
      const wal = statSync(join(config.data, 'heddle.db-wal'), { throwIfNoEntry: false });
      if (config.databaseUrl === undefined) log.set(wal?.size ?? 0);
      const [row] = await db.read.connection.query(databaseSizeSql(db.read.dialect), []);
      database.set(Number(row?.bytes));
      const { bytes } = await db.read.q
        .selectFrom('upload_space')
        .select(({ fn }) => fn.sum('bytes').as('bytes'))
        .executeTakeFirstOrThrow();
      uploads.set(Number(bytes));
    },
  };
};

export const jobsPart: MakePart = (registry, { db }) => {
  const help = 'Stored jobs by kind and state: due, scheduled for later (retries too), or given up (dead).';
  const jobs = registry.gauge('heddle_jobs', help, ['kind', 'state']);
  const overdue = registry.gauge('heddle_jobs_overdue_seconds', 'How long the next job has been due.');
  return {
    async collect() {
      const now = Date.now();
      const counts = await countJobs(db.read, now);
      jobs.clear();
      for (const { kind, state, count } of counts) jobs.set(count, kind, state);
      overdue.set(Math.max(0, now - ((await nextDueAt(db.read)) ?? now)) / 1000);
    },
  };
};

export const backupsPart: MakePart = (registry, app) => {
  const help = 'Unix time at which the newest scheduled backup was begun; no series while there is none.';
  const last = registry.gauge('heddle_backup_last_timestamp_seconds', help);
  const failures = registry.counter('heddle_backup_failures_total', 'Scheduled backups that failed.');
  const interval = registry.gauge(
    'heddle_backup_interval_seconds',
    'Time between scheduled backups; no series without `backup_to`.',
  );
  const { backupTo, backupEvery } = app.config;
  if (backupTo !== undefined) interval.set(backupEvery * 3600);
  let counted = 0;
  return {
    collect() {
      const { lastMadeAt, failures: all } = scheduledBackups(app).state;
      if (lastMadeAt !== undefined) last.set(lastMadeAt / 1000);
      failures.add(all - counted);
      counted = all;
    },
  };
};

/** There are no series unless the server itself terminates TLS. */
export const certificatesPart: MakePart = (registry, app) => {
  const help = 'Unix time at which the certificate of a host expires; no series while there is none.';
  const expiry = registry.gauge('heddle_certificate_expiry_timestamp_seconds', help, ['host']);
  const failures = registry.counter(
    'heddle_certificate_failures_total',
    'Attempts to obtain or read a certificate that failed.',
  );
  let counted = 0;
  return {
    async collect() {
      if (!usesTls(app.config)) return;
      const { tlsCertificates } = await import('../tls/open-tls.ts');
      const { states, failures: all } = tlsCertificates(app);
      expiry.clear();
      for (const { host, validUntil } of states)
        if (validUntil !== undefined) expiry.set(validUntil / 1000, host);
      failures.add(all - counted);
      counted = all;
    },
  };
};
