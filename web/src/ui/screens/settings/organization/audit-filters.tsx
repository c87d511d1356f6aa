import { auditTargets, type AuditChoice } from '../../../../view/settings/audit-log.ts';
import { t } from '../../../../view/text/text.ts';
import { Select, TextField } from '../../../kit/field.tsx';
import { PeoplePicker } from '../../../parts/people/people-picker.tsx';

const everything = 'all';

export function AuditFilters({
  choice,
  onChange,
}: {
  choice: AuditChoice;
  onChange: (choice: AuditChoice) => void;
}) {
  const { actorId, target, from, to } = choice;
  const options = auditTargets.map((value) => ({ value, text: t(`audit.target.${value}`) }));
  return (
    <div class="settings-form">
      <PeoplePicker
        label={t('audit.person')}
        chosen={actorId === undefined ? [] : [actorId]}
        without={new Set()}
        onChange={(ids) => onChange({ ...choice, actorId: ids.at(-1) })}
      />
      <Select<(typeof auditTargets)[number] | typeof everything>
        label={t('audit.kind')}
        value={target ?? everything}
        options={[{ value: everything, text: t('audit.target.all') }, ...options]}
        onChange={(value) => onChange({ ...choice, target: value === everything ? undefined : value })}
      />
      <div class="audit-period">
        <TextField
          label={t('audit.from')}
          type="date"
          value={from}
          onInput={(day) => onChange({ ...choice, from: day })}
        />
        <TextField
          label={t('audit.to')}
          type="date"
          value={to}
          onInput={(day) => onChange({ ...choice, to: day })}
        />
      </div>
    </div>
  );
}
