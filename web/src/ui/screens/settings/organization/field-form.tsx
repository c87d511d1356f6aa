import { useState } from 'preact/hooks';
import { createField, updateField } from '../../../../actions/organization/organization.ts';
import type { CustomProfileField, ProfileFieldType } from '../../../../../../wire/profile-fields.ts';
import {
  customAccount,
  getDraft,
  emptyDraft,
  fieldParams,
  fieldTypes,
  hasChoices,
  isAccount,
  isComplete,
  isKnownAccount,
  mayBeInSummary,
  mayMatchPeople,
  type Draft,
} from '../../../../view/settings/field-data.ts';
import { t } from '../../../../view/text/text.ts';
import { Checkbox, Select, TextField } from '../../../kit/field.tsx';
import { useClient } from '../../../page/client.tsx';
import { ChoiceList } from '../base/choice-list.tsx';
import { FormDialog } from '../../../kit/overlays/form-dialog.tsx';

const longest = { name: 40, hint: 80 };

type PartProps = { draft: Draft; change: (to: Partial<Draft>) => void };

/** Edits a custom profile field. Its type cannot be changed, since existing values would not fit. */
export function FieldForm({
  field,
  onClose,
}: {
  field: CustomProfileField | undefined;
  onClose: () => void;
}) {
  const client = useClient();
  const [draft, setDraft] = useState<Draft>(() => (field === undefined ? emptyDraft : getDraft(field)));
  const change = (to: Partial<Draft>) => setDraft((before) => ({ ...before, ...to }));
  const save = () => {
    const params = fieldParams(draft);
    if (field === undefined) return createField(client, { field_type: draft.type, ...params });
    return updateField(client, field.id, params);
  };
  return (
    <FormDialog
      title={field === undefined ? t('fields.add') : t('lists.editName', { name: field.name })}
      action={t(field === undefined ? 'fields.add' : 'common.save')}
      isComplete={isComplete(draft)}
      save={save}
      onClose={onClose}
    >
      <Select<ProfileFieldType>
        label={t('fields.type')}
        value={draft.type}
        options={fieldTypes.map((type) => ({ value: type, text: t(`fields.type.${type}`) }))}
        isDisabled={field !== undefined}
        onChange={(type) => change({ type })}
      />
      {isAccount(draft.type) && <Account draft={draft} change={change} isNew={field === undefined} />}
      {!isKnownAccount(draft) && <Words draft={draft} change={change} />}
      {hasChoices(draft.type) && (
        <ChoiceList choices={draft.choices} onChange={(choices) => change({ choices })} />
      )}
      <Rules draft={draft} change={change} />
    </FormDialog>
  );
}

function Words({ draft, change }: PartProps) {
  return (
    <>
      <TextField
        label={t('lists.name')}
        value={draft.name}
        maxLength={longest.name}
        onInput={(name) => change({ name })}
      />
      <TextField
        label={t('fields.hintField')}
        value={draft.hint}
        maxLength={longest.hint}
        onInput={(hint) => change({ hint })}
      />
    </>
  );
}

function Account({ draft, change, isNew }: PartProps & { isNew: boolean }) {
  const { live } = useClient();
  const known = Object.entries(live.get('organization').realm_default_external_accounts ?? {});
  const options = [
    ...known.map(([value, { text }]) => ({ value, text })),
    { value: customAccount, text: t('fields.accountOther') },
  ];
  return (
    <>
      <Select<string>
        label={t('fields.account')}
        value={draft.account}
        options={options}
        isDisabled={!isNew}
        onChange={(account) => change({ account })}
      />
      {draft.account === customAccount && (
        <TextField
          label={t('fields.urlPattern')}
          hint={t('fields.urlPatternHint', { name: '%(username)s' })}
          placeholder="https://example.com/%(username)s"
          value={draft.urlPattern}
          onInput={(urlPattern) => change({ urlPattern })}
        />
      )}
    </>
  );
}

function Rules({ draft, change }: PartProps) {
  return (
    <div class="settings-checks">
      {mayBeInSummary(draft.type) && (
        <Checkbox
          label={t('fields.inSummary')}
          hint={t('fields.inSummaryHint')}
          isOn={draft.isInSummary}
          onChange={(isInSummary) => change({ isInSummary })}
        />
      )}
      <Checkbox
        label={t('fields.required')}
        isOn={draft.isRequired}
        onChange={(isRequired) => change({ isRequired })}
      />
      <Checkbox
        label={t('fields.editable')}
        isOn={draft.isEditable}
        onChange={(isEditable) => change({ isEditable })}
      />
      {mayMatchPeople(draft.type) && (
        <Checkbox
          label={t('fields.matching')}
          hint={t('fields.matchingHint')}
          isOn={draft.isForMatching}
          onChange={(isForMatching) => change({ isForMatching })}
        />
      )}
    </div>
  );
}
