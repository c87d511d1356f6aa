import { useState } from 'preact/hooks';
import type { CustomProfileField } from '../../../../../../wire/profile-fields.ts';
import { saveUserProfile } from '../../../../actions/organization/members.ts';
import { saveProfileValue } from '../../../../actions/settings.ts';
import { isAdministrator } from '../../../../view/channels/channel-rights.ts';
import { getChoices, getInput, peopleIn, valueIn } from '../../../../view/settings/profile-values.ts';
import { personName } from '../../../../view/narrow/names.ts';
import { joinNames } from '../../../../view/text/list.ts';
import { t } from '../../../../view/text/text.ts';
import { Select, TextField, type SaveState } from '../../../kit/field.tsx';
import { PeoplePicker } from '../../../parts/people/people-picker.tsx';
import { useSaving } from '../../../kit/use-saving.ts';
import { useClient } from '../../../page/client.tsx';
import { SavedLine } from '../base/saved-line.tsx';
import { Group } from '../base/sections.tsx';

/** Custom profile fields, edited by the user or an administrator. */
export function ProfileFields({ userId }: { userId: number }) {
  const { live } = useClient();
  const fields = [...live.get('profileFields').values()];
  if (fields.length === 0) return null;
  return (
    <Group title="settings.more">
      {fields.map((field) => (
        <Field key={field.id} field={field} userId={userId} />
      ))}
    </Group>
  );
}

function Field({ field, userId }: { field: CustomProfileField; userId: number }) {
  const client = useClient();
  const { live } = client;
  const [state, saving] = useSaving();
  const [draft, setDraft] = useState<string>();
  const isOwn = userId === live.get('own').user_id;
  const current = valueIn(live.get('users').get(userId), field.id);
  const isDisabled = !field.editable_by_user && !isAdministrator(live);
  const save = (value: string | readonly number[]): void => {
    saving(
      isOwn ? saveProfileValue(client, field.id, value) : saveUserProfile(client, userId, field.id, value),
    );
  };
  const hint = isDisabled ? t('settings.field.locked') : field.hint === '' ? undefined : field.hint;
  const common = { label: field.name, hint, isDisabled, save: state };
  const input = getInput(field);
  if (input === 'people') return <PeopleField {...common} ids={peopleIn(current)} onSave={save} />;
  if (input === 'choice') {
    const options = [{ value: '', text: t('settings.field.none') }, ...getChoices(field)];
    return <Select {...common} value={current} options={options} onChange={save} />;
  }
  return (
    <TextField
      {...common}
      value={draft ?? current}
      rows={input === 'paragraph' ? 3 : 1}
      type={input === 'link' ? 'url' : input === 'date' ? 'date' : 'text'}
      onInput={setDraft}
      onCommit={(text) => {
        setDraft(undefined);
        if (text.trim() !== current) save(text.trim());
      }}
    />
  );
}

type PeopleProps = {
  label: string;
  hint: string | undefined;
  isDisabled: boolean;
  save: SaveState;
  ids: readonly number[];
  onSave: (ids: readonly number[]) => void;
};

function PeopleField({ ids, save, onSave, ...field }: PeopleProps) {
  const { live } = useClient();
  if (field.isDisabled) {
    const names = joinNames(ids.map((id) => personName(live, id)));
    return <TextField {...field} value={names} onInput={() => undefined} />;
  }
  return (
    <div>
      <PeoplePicker label={field.label} chosen={ids} without={new Set()} onChange={onSave} />
      {field.hint !== undefined && <p class="field-hint">{field.hint}</p>}
      <SavedLine state={save} />
    </div>
  );
}
