/** The counterparts, in the order in which they run. */
import { ceph } from './ceph.ts';
import { dovecot } from './dovecot.ts';
import type { Counterpart } from './frame.ts';
import { lemonldap } from './lemonldap.ts';
import { nats } from './nats.ts';
import { openldap } from './openldap.ts';
import { patroni } from './patroni.ts';
import { pebble } from './pebble.ts';
import { pgbouncer } from './pgbouncer.ts';
import { postfix } from './postfix.ts';
import { prometheus } from './prometheus.ts';
import { proxyCounterparts } from './proxies.ts';
import { samba } from './samba.ts';

export const counterparts: Readonly<Record<string, Counterpart>> = {
  openldap,
  samba,
  lemonldap,
  dovecot,
  postfix,
  ...proxyCounterparts,
  nats,
  ceph,
  pgbouncer,
  patroni,
  pebble,
  prometheus,
};
