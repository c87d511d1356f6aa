import {
  profileFieldLimits,
  profileFieldType,
  type CreateProfileFieldParams,
  type CustomProfileField,
  type ProfileFieldType,
  type UpdateProfileFieldParams,
} from '../../../../wire/profile-fields.ts';
import { inList } from '../../db/sql.ts';
import { audit, auditChange } from '../../core/audit/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type Principal, checkPolicyIn } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { codePoints, forbiddenAt, isPlainText, lookKey, nameKey, tidySpaces } from '../../lib/text.ts';
import { checkedFieldData, getChoices, knownAccount, parsed } from './field-data.ts';
import { noSuchField, getProfileFields } from './queries.ts';

type FieldFlags = Required<
  Pick<
    CustomProfileField,
    'required' | 'editable_by_user' | 'display_in_profile_summary' | 'use_for_user_matching'
  >
>;

export async function createProfileField(
  tx: Tx,
  me: Principal,
  params: CreateProfileFieldParams,
): Promise<number> {
  checkPolicyIn(tx, 'administrators', me);
  const type = checkedType(params.field_type);
  const fields = await getProfileFields(tx, tx.orgId);
  refuseAboveLimit('profile-fields.too-many', fields.length);
  const known = knownAccount(type, params.field_data);
  const name = checkedName(known?.name ?? params.name ?? '');
  const hint = known ? '' : checkedHint(params.hint ?? '');
  refuseTaken(fields, name);
  const truths = checkedTruths(type, fields, {
    required: params.required ?? false,
    editable_by_user: params.editable_by_user ?? true,
    display_in_profile_summary: params.display_in_profile_summary ?? false,
    use_for_user_matching: params.use_for_user_matching ?? false,
  });
  const { id } = await tx.q
    .insertInto('profile_field')
    .values({
      org_id: tx.orgId,
      type,
      ...getColumns({ name, hint, field_data: checkedFieldData(type, params.field_data), ...truths }),
      sort_order: fields.reduce((last, one) => Math.max(last, one.order + 1), 0),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await emitFields(tx);
  await audit(tx, {
    action: 'profile_field.create',
    target: { type: 'profile_field', id, name },
    after: { type, hint, ...truths },
  });
  return id;
}

export async function updateProfileField(
  tx: Tx,
  id: number,
  params: UpdateProfileFieldParams,
): Promise<void> {
  const fields = await getProfileFields(tx, tx.orgId);
  const field = fields.find((one) => one.id === id);
  if (!field) throw noSuchField(id);
  const type = field.type;
  const texts = changedTexts(field, type, params);
  const others = fields.filter((one) => one.id !== id);
  if (texts.name !== field.name) refuseTaken(others, texts.name);
  const truths = checkedTruths(type, others, {
    required: params.required ?? field.required,
    editable_by_user: params.editable_by_user ?? field.editable_by_user,
    display_in_profile_summary:
      params.display_in_profile_summary ?? field.display_in_profile_summary ?? false,
    use_for_user_matching: params.use_for_user_matching ?? field.use_for_user_matching ?? false,
  });
  const before = JSON.stringify(fields);
  await tx.q
    .updateTable('profile_field')
    .set(getColumns({ ...texts, ...truths }))
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
  if (type === profileFieldType.dropdown) await dropLostChoices(tx, id, field.field_data, texts.field_data);
  if (JSON.stringify(await getProfileFields(tx, tx.orgId)) !== before) await emitFields(tx);
  await auditChange(tx, {
    action: 'profile_field.update',
    target: { type: 'profile_field', id, name: field.name },
    before: { display_in_profile_summary: false, use_for_user_matching: false, ...field },
    after: { ...texts, ...truths },
  });
}

export async function deleteProfileField(tx: Tx, id: number): Promise<void> {
  const fields = await getProfileFields(tx, tx.orgId);
  const field = fields.find((one) => one.id === id);
  if (!field) throw noSuchField(id);
  await dropValues(tx, id);
  await tx.q.deleteFrom('profile_field').where('id', '=', id).where('org_id', '=', tx.orgId).execute();
  await emitFields(tx);
  const { name, type, hint } = field;
  await audit(tx, {
    action: 'profile_field.delete',
    target: { type: 'profile_field', id, name },
    before: { type, hint },
  });
}

export async function reorderProfileFields(tx: Tx, order: readonly number[]): Promise<void> {
  const fields = await getProfileFields(tx, tx.orgId);
  const ids = new Set(order);
  const isWhole = order.length === fields.length && ids.size === order.length;
  if (!isWhole || fields.some((field) => !ids.has(field.id))) throw apiError('profile-fields.invalid-order');
  for (const [place, id] of order.entries())
    await tx.q
      .updateTable('profile_field')
      .set({ sort_order: place })
      .where('id', '=', id)
      .where('org_id', '=', tx.orgId)
      .execute();
  await emitFields(tx);
  await auditChange(tx, {
    action: 'profile_field.reorder',
    target: { type: 'organization' },
    before: { order: fields.map(({ id }) => id) },
    after: { order },
  });
}

/** To everyone, since guests see profiles too. */
async function emitFields(tx: Tx): Promise<void> {
  const fields = await getProfileFields(tx, tx.orgId);
  tx.emit({ type: 'custom_profile_fields', fields }, { everyone: true });
}

type Texts = Pick<CustomProfileField, 'name' | 'hint' | 'field_data'>;

function getColumns(field: Texts & FieldFlags) {
  return {
    name: field.name,
    name_key: nameKey(field.name),
    hint: field.hint,
    field_data: field.field_data,
    is_required: field.required ? 1 : 0,
    is_editable: field.editable_by_user ? 1 : 0,
    is_in_summary: field.display_in_profile_summary ? 1 : 0,
    is_for_matching: field.use_for_user_matching ? 1 : 0,
  };
}

function changedTexts(
  field: CustomProfileField,
  type: ProfileFieldType,
  params: UpdateProfileFieldParams,
): Texts {
  const texts = {
    name: params.name === undefined ? field.name : checkedName(params.name),
    hint: params.hint === undefined ? field.hint : checkedHint(params.hint),
    field_data:
      params.field_data === undefined ? field.field_data : checkedFieldData(type, params.field_data),
  };
  const isKnown = knownAccount(type, parsed(field.field_data)) !== undefined;
  const isChanged =
    texts.name !== field.name || texts.hint !== field.hint || texts.field_data !== field.field_data;
  if (isKnown && isChanged) throw apiError('profile-fields.default-fixed');
  return texts;
}

async function dropLostChoices(tx: Tx, fieldId: number, before: string, after: string): Promise<void> {
  const lost = getChoices(before).difference(getChoices(after));
  if (lost.size > 0) await dropValues(tx, fieldId, [...lost]);
}

/** Deletes all or some values of a field, without events: clients derive it from the changed fields. */
async function dropValues(tx: Tx, fieldId: number, values?: readonly string[]): Promise<void> {
  const rows = await tx.q
    .selectFrom('profile_value')
    .select('user_id')
    .where('field_id', '=', fieldId)
    .$if(values !== undefined, (query) => query.where('value', 'in', values ?? []))
    .execute();
  const users = rows.map((row) => row.user_id);
  if (users.length === 0) return;
  await tx.q
    .deleteFrom('profile_value')
    .where('field_id', '=', fieldId)
    .where(inList(tx.dialect, 'user_id', users))
    .execute();
  await tx.touch({ users });
}

function checkedType(type: number): ProfileFieldType {
  const known = Object.values(profileFieldType).find((one) => one === type);
  if (known === undefined) throw apiError('profile-fields.invalid-type');
  return known;
}

function checkedName(given: string): string {
  const name = tidySpaces(given);
  if (name === '') throw apiError('profile-fields.label-blank');
  if (codePoints(name) > profileFieldLimits.nameLength)
    throw apiError('parameters.too-long', { name: 'name', limit: profileFieldLimits.nameLength });
  const position = forbiddenAt(name);
  if (position > 0) throw apiError('profile-fields.label-character', { position });
  return name;
}

function checkedHint(given: string): string {
  const hint = given.trim();
  if (!isPlainText(hint)) throw apiError('profile-fields.hint-character');
  if (codePoints(hint) > profileFieldLimits.hintLength)
    throw apiError('parameters.too-long', { name: 'hint', limit: profileFieldLimits.hintLength });
  return hint;
}

function refuseTaken(fields: readonly CustomProfileField[], name: string): void {
  if (fields.some((one) => lookKey(one.name) === lookKey(name))) throw apiError('profile-fields.label-taken');
}

const forMatching: readonly number[] = [profileFieldType.shortText, profileFieldType.externalAccount];

function checkedTruths(
  type: ProfileFieldType,
  others: readonly CustomProfileField[],
  truths: FieldFlags,
): FieldFlags {
  if (truths.use_for_user_matching && !forMatching.includes(type))
    throw apiError('profile-fields.not-for-matching');
  if (!truths.display_in_profile_summary) return truths;
  if (type === profileFieldType.users) throw apiError('profile-fields.not-for-summary');
  if (others.filter((one) => one.display_in_profile_summary).length >= profileFieldLimits.inSummary)
    throw apiError('profile-fields.summary-full');
  return truths;
}
