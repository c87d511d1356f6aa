import { useState } from 'preact/hooks';
import type { Session } from '../../../../../../wire/sessions.ts';
import { endOtherSessions, endSessions, fetchSessions } from '../../../../actions/settings.ts';
import type { ApiFailure } from '../../../../connection/api.ts';
import { getClock } from '../../../../view/preferences/preferences.ts';
import { browserName } from '../../../../view/settings/browser-name.ts';
import { t } from '../../../../view/text/text.ts';
import { toDay } from '../../../../view/text/times.ts';
import { Button } from '../../../kit/button.tsx';
import { Skeleton } from '../../../kit/skeleton.tsx';
import { useClient } from '../../../page/client.tsx';
import { failureText } from '../../../../view/text/failure.ts';
import { ErrorLine } from '../base/error-line.tsx';
import { Group } from '../base/sections.tsx';
import { useFetched } from '../base/use-fetched.ts';

/** Active sessions, each of which can be ended. */
export function SessionList() {
  const client = useClient();
  const { value: sessions, reason, load } = useFetched(() => fetchSessions(client));
  const [refused, setRefused] = useState<ApiFailure>();
  const end = async (ending: Promise<ApiFailure | undefined>) => {
    setRefused(await ending);
    await load();
  };
  const others = (sessions ?? []).filter((one) => !one.is_current);
  return (
    <Group title="settings.sessions">
      {sessions === undefined && reason === undefined && <Skeleton kind="row" rows={2} />}
      <ul role="list" class="settings-rows">
        {sessions?.map((one) => (
          <SessionRow key={one.id} session={one} onEnd={() => void end(endSessions(client, [one.id]))} />
        ))}
      </ul>
      <ErrorLine reason={refused === undefined ? reason : failureText(refused)} />
      {others.length > 1 && (
        <div class="settings-actions">
          <Button kind="danger" onClick={() => void end(endOtherSessions(client))}>
            {t('settings.sessionEndOthers')}
          </Button>
        </div>
      )}
    </Group>
  );
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { live } = useClient();
  const when = toDay(session.last_seen_at, Date.now() / 1000, getClock(live));
  return (
    <li class="settings-row">
      <div class="settings-row-words">
        <p class="settings-row-name">{browserName(session.user_agent)}</p>
        <p class="settings-row-about">
          {[
            session.is_current ? t('settings.sessionHere') : t('settings.sessionSeen', { when }),
            session.ip_address,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {!session.is_current && <Button onClick={onEnd}>{t('settings.sessionEnd')}</Button>}
    </li>
  );
}
