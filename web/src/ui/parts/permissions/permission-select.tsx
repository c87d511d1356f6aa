import { useState } from 'preact/hooks';
import type { GroupSetting } from '../../../../../wire/core.ts';
import type { PermissionSetting } from '../../../../../wire/permissions.ts';
import { chooseValue, permissionChoices, severalValue } from '../../../view/people/permission-choices.ts';
import { Select, type SelectProps } from '../../kit/field.tsx';
import { useClient } from '../../page/client.tsx';
import { HoldersDialog } from './holders-dialog.tsx';

type Props = Pick<SelectProps<number>, 'label' | 'hint' | 'save' | 'isDisabled'> & {
  current: GroupSetting;
  rules: PermissionSetting | undefined;
  onSave: (value: GroupSetting) => void;
};

/** Who has a permission: a group, or chosen users and groups. */
export function PermissionSelect({ current, rules, onSave, ...field }: Props) {
  const { live } = useClient();
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <Select
        {...field}
        value={typeof current === 'number' ? current : severalValue}
        options={permissionChoices(live, current, rules)}
        onChange={(value) => {
          if (value === chooseValue) setChoosing(true);
          else if (value !== severalValue) onSave(value);
        }}
      />
      {isChoosing && (
        <HoldersDialog
          title={field.label}
          current={current}
          rules={rules}
          onSave={onSave}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}
