import { useState } from 'preact/hooks';
import type { GroupSetting } from '../../../../../wire/core.ts';
import type { PermissionSetting } from '../../../../../wire/permissions.ts';
import { groupsToChoose, getSetting } from '../../../view/people/permission-choices.ts';
import { t } from '../../../view/text/text.ts';
import { Button } from '../../kit/button.tsx';
import { ChosenList } from '../../kit/lists/chosen-list.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { PeoplePicker } from '../people/people-picker.tsx';
import { useClient } from '../../page/client.tsx';
import './holders-dialog.css';

type Props = {
  title: string;
  current: GroupSetting;
  rules: PermissionSetting | undefined;
  onSave: (value: GroupSetting) => void;
  onClose: () => void;
};

/** Chooses the users and groups with a permission. */
export function HoldersDialog({ title, current, rules, onSave, onClose }: Props) {
  const { live } = useClient();
  const choices = groupsToChoose(live, rules).map(({ value, text }) => ({ value, name: text }));
  const [people, setPeople] = useState<readonly number[]>(
    typeof current === 'number' ? [] : current.direct_members,
  );
  const [groups, setGroups] = useState<readonly number[]>(
    typeof current === 'number'
      ? choices.flatMap(({ value }) => (value === current ? [value] : []))
      : current.direct_subgroups,
  );
  const save = () => {
    onSave(getSetting(live, people, groups));
    onClose();
  };
  const mayBeNobody = rules?.allow_nobody_group !== false;
  const isEmpty = people.length + groups.length === 0;
  return (
    <Dialog
      size="small"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" disabled={isEmpty && !mayBeNobody} onClick={save}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <div class="holders">
        <ChosenList
          label={t('groups.chooseGroups')}
          placeholder={t('groups.chooseGroup')}
          options={choices}
          chosen={groups}
          onChange={setGroups}
        />
        <PeoplePicker
          label={t('groups.choosePeople')}
          chosen={people}
          onChange={setPeople}
          without={new Set()}
        />
        {isEmpty && mayBeNobody && <p class="field-hint">{t('groups.chooseNone')}</p>}
      </div>
    </Dialog>
  );
}
