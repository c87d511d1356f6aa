import { useState } from 'preact/hooks';
import { addDomain, removeDomain, setSubdomains } from '../../../../actions/organization/organization.ts';
import { isOwner } from '../../../../view/settings/values.ts';
import { t } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { Checkbox, Switch, TextField } from '../../../kit/field.tsx';
import { useSaving } from '../../../kit/use-saving.ts';
import { useClient } from '../../../page/client.tsx';
import { AskFirst } from '../base/ask-first.tsx';
import { FormDialog } from '../../../kit/overlays/form-dialog.tsx';
import { OwnersOnly } from '../base/notice.tsx';
import { Group } from '../base/sections.tsx';

/** Email domains that may join, if sign-up is restricted to them. */
export function Domains() {
  const { live } = useClient();
  const [isAdding, setAdding] = useState(false);
  const domains = [...live.get('domains')].sort(([a], [b]) => a.localeCompare(b));
  const mayChange = isOwner(live);
  return (
    <Group hint="domains.hint">
      <OwnersOnly />
      {mayChange && (
        <div class="settings-actions">
          <Button kind="primary" onClick={() => setAdding(true)}>
            {t('domains.add')}
          </Button>
        </div>
      )}
      {domains.length === 0 && <p class="settings-hint">{t('domains.none')}</p>}
      <ul role="list" class="settings-rows">
        {domains.map(([domain, isOn]) => (
          <Row key={domain} domain={domain} isOn={isOn} mayChange={mayChange} />
        ))}
      </ul>
      {isAdding && <Add onClose={() => setAdding(false)} />}
    </Group>
  );
}

function Row({ domain, isOn, mayChange }: { domain: string; isOn: boolean; mayChange: boolean }) {
  const client = useClient();
  const [state, save] = useSaving();
  return (
    <li class="settings-row">
      <div class="settings-row-words">
        <p class="settings-row-name">{domain}</p>
      </div>
      <Switch
        label={t('domains.subdomains')}
        isOn={isOn}
        isDisabled={!mayChange}
        save={state}
        onChange={(on) => save(setSubdomains(client, domain, on))}
      />
      {mayChange && (
        <AskFirst
          action={t('domains.removeName', { domain })}
          button={t('lists.remove')}
          hint={t('domains.removeHint')}
          run={() => removeDomain(client, domain)}
        />
      )}
    </li>
  );
}

function Add({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const [domain, setDomain] = useState('');
  const [isOn, setOn] = useState(false);
  return (
    <FormDialog
      title={t('domains.add')}
      action={t('domains.add')}
      isComplete={domain.trim() !== ''}
      save={() => addDomain(client, { domain: domain.trim(), allow_subdomains: isOn })}
      onClose={onClose}
    >
      <TextField label={t('domains.domain')} placeholder="example.com" value={domain} onInput={setDomain} />
      <Checkbox label={t('domains.subdomains')} isOn={isOn} onChange={setOn} />
    </FormDialog>
  );
}
