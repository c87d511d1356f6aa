import { useState } from 'preact/hooks';
import type { PermissionSetting } from '../../../../../wire/permissions.ts';
import { permissionDefault, type ChosenPermissions } from '../../../view/channels/new-permissions.ts';
import { t } from '../../../view/text/text.ts';
import { useClient } from '../../page/client.tsx';
import './new-permissions.css';
import { PermissionSelect } from './permission-select.tsx';

type Props<Name extends string> = {
  names: readonly Name[];
  getLabel: (name: Name) => string;
  readRules: (name: Name) => PermissionSetting | undefined;
  chosen: ChosenPermissions<Name>;
  onChange: (chosen: ChosenPermissions<Name>) => void;
};

/** Permissions of a new channel or group; collapsed, since the defaults mostly fit. */
export function NewPermissions<Name extends string>(props: Props<Name>) {
  const { names, getLabel, readRules, chosen, onChange } = props;
  const { live } = useClient();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="field-label">{t('groups.newPermissions')}</summary>
      {isOpen && (
        <div class="new-permissions-fields">
          {names.map((name) => {
            const rules = readRules(name);
            const current = chosen[name] ?? permissionDefault(live, rules);
            if (current === undefined) return null;
            return (
              <PermissionSelect
                key={name}
                label={getLabel(name)}
                current={current}
                rules={rules}
                onSave={(value) => onChange({ ...chosen, [name]: value })}
              />
            );
          })}
        </div>
      )}
    </details>
  );
}
