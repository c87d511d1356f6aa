import type { Client } from '../../../connection/client.ts';
import { storageFaults } from '../../../store/history/server-storage.ts';
import { isAdministrator } from '../../../view/channels/channel-rights.ts';
import { getClock } from '../../../view/preferences/preferences.ts';
import { getMoment } from '../../../view/text/times.ts';
import { t } from '../../../view/text/text.ts';

const remedies = {
  unreachable: 'frame.storageUnreachable',
  disk_full: 'frame.storageFull',
  read_only: 'frame.storageReadOnly',
  io_error: 'frame.storageErrors',
  damaged: 'frame.storageDamaged',
  taken: 'frame.storageTaken',
} as const;

/** Says that the server cannot store anything and since when; for administrators also why, and what to do. */
export function StorageRow({ client }: { client: Client | undefined }) {
  const { database, files } = storageFaults.value;
  const fault = database ?? files;
  if (fault === undefined) return null;
  const { reason, since } = fault;
  const effect = t(database === undefined ? 'frame.storageNoFiles' : 'frame.storageNoWrites');
  const isKnown = Object.hasOwn(remedies, reason);
  const mayKnow = client !== undefined && isAdministrator(client.live);
  return (
    <p class="connection-bar-row">
      <span>
        {mayKnow && isKnown && `${t(remedies[reason as keyof typeof remedies])} `}
        {effect}
        {client !== undefined && since !== undefined && ` ${sinceText(since, client)}`}
      </span>
    </p>
  );
}

const sinceText = (since: number, { live }: Client): string =>
  t('frame.storageSince', { time: getMoment(since, Date.now() / 1000, getClock(live)) });
