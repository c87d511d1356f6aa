import { useEffect, useState } from 'preact/hooks';
import type { SignInPolicyResponse } from '../../../../../../wire/two-factor.ts';
import { fetchSignInPolicy, saveSignInPolicy } from '../../../../actions/two-factor.ts';
import type { Outcome } from '../../../../actions/request/outcome.ts';
import { getClock } from '../../../../view/preferences/preferences.ts';
import { isOwner } from '../../../../view/settings/values.ts';
import { t } from '../../../../view/text/text.ts';
import { getFullTime } from '../../../../view/text/times.ts';
import { Button } from '../../../kit/button.tsx';
import { Select, type SaveState } from '../../../kit/field.tsx';
import { useClient } from '../../../page/client.tsx';
import { failureText } from '../../../../view/text/failure.ts';
import { SavedLine } from '../base/saved-line.tsx';
import { Group } from '../base/sections.tsx';

const graceDays = [0, 7, 14, 30, 90];

/** Whether the organization requires a second factor; for owners. */
export function TwoFactorPolicy() {
  const client = useClient();
  const [policy, setPolicy] = useState<SignInPolicyResponse>();
  const [days, setDays] = useState('14');
  const [state, setState] = useState<SaveState>('idle');
  const take = ({ value, failure }: Outcome<SignInPolicyResponse>, done: SaveState) => {
    setState(failure === undefined ? done : { error: failureText(failure) });
    if (failure === undefined) setPolicy(value);
  };
  useEffect(() => void fetchSignInPolicy(client).then((outcome) => take(outcome, 'idle')), []);
  const save = async (isRequired: boolean) => {
    setState('saving');
    const wanted = { require_two_factor: isRequired, grace_days: Number(days) };
    take(await saveSignInPolicy(client, wanted), 'saved');
  };
  const from = policy?.two_factor_required_from;
  return (
    <Group title="twoFactor.require" hint="twoFactor.requireHint">
      {policy !== undefined && <p>{getStateText(from ?? null, getClock(client.live))}</p>}
      {isOwner(client.live) && from === null && (
        <Select
          label={t('twoFactor.grace')}
          value={days}
          options={graceDays.map((count) => ({
            value: String(count),
            text: t('twoFactor.graceDays', { count }),
          }))}
          onChange={setDays}
        />
      )}
      {isOwner(client.live) && policy !== undefined && (
        <div class="settings-actions">
          <Button isBusy={state === 'saving'} onClick={() => void save(from === null)}>
            {t(from === null ? 'twoFactor.requireDo' : 'twoFactor.requireNot')}
          </Button>
        </div>
      )}
      <SavedLine state={state} />
    </Group>
  );
}

function getStateText(from: number | null, clock: Parameters<typeof getFullTime>[1]): string {
  if (from === null) return t('twoFactor.notRequired');
  const when = getFullTime(from, clock);
  return from * 1000 <= Date.now() ? t('twoFactor.since') : t('twoFactor.from', { when });
}
