/** The services that this server watches, with how it finds out that they work again. */
import type { Logger } from 'pino';
import type { Config } from '../lib/config/config.ts';
import { ExternalServices, watchStore } from '../lib/telemetry/external-services.ts';
import type { Files } from '../lib/files/open.ts';
import { FileGoneError } from '../lib/files/store.ts';
import { openForSearch } from '../lib/ldap/connect.ts';
import { ldapOfConfig } from '../lib/ldap/settings.ts';
import { verifyMailServer } from '../lib/mail/deliver.ts';
import { PushRelay, type RelayAccount, relayAccount } from '../lib/mobile-push/relay.ts';

/** No file has it. */
const missingKey = 'heddle-probe';

/** @returns the files too, whose store is watched if it is a bucket */
export function watchServices(
  config: Config,
  log: Logger,
  files: Files,
): { external: ExternalServices; files: Files } {
  const { store } = files;
  const directory = ldapOfConfig(config);
  const relay = relayAccount(config);
  const external = new ExternalServices(log, {
    files: () =>
      store.getSize(missingKey).catch((error: unknown) => {
        if (!(error instanceof FileGoneError)) throw error;
      }),
    ...(config.smtpUrl !== undefined && { mail: () => verifyMailServer(config) }),
    ...(relay && { 'push relay': () => probeRelay(relay) }),
    ...(directory && { ldap: async () => (await openForSearch(directory)).unbind() }),
  });
  const isRemote = config.s3Bucket !== undefined;
  return { external, files: isRemote ? { ...files, store: watchStore(store, external) } : files };
}

async function probeRelay(account: RelayAccount): Promise<void> {
  const failure = await new PushRelay(account).check();
  if (failure !== undefined) throw new Error(failure);
}
