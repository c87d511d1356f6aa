/** Changes of settings: applied optimistically, rolled back if the server refuses. */
import type { GroupSetting, Static } from '../../../wire/core.ts';
import type { GetSessionsResponse } from '../../../wire/sessions.ts';
import type { ApiFailure, Params } from '../connection/api.ts';
import type { Client } from '../connection/client.ts';
import type { Setting } from '../view/settings/setting.ts';
import { getValue, type Value } from '../view/settings/values.ts';
import { ask, toOutcome, type Outcome } from './request/outcome.ts';

type SettingLocation = Pick<Setting, 'source' | 'name'>;

const paths = {
  personal: '/settings',
  organization: '/realm',
  defaults: '/realm/user_settings_defaults',
} as const;

/** @param value as stored; `sent` is set if the request needs another form, such as "unlimited" for null */
export async function saveSetting(
  client: Client,
  place: SettingLocation,
  value: Value,
  sent: unknown = value,
): Promise<ApiFailure | undefined> {
  const before = getValue(client.live, place);
  show(client, place, value);
  const failure = await ask(client.api.patch(paths[place.source], { [place.name]: sent }));
  // An event or another change may have replaced the value meanwhile.
  const isShown = getValue(client.live, place) === value;
  if (failure !== undefined && before !== undefined && isShown) show(client, place, before);
  if (failure === undefined && place.source === 'personal' && isPlain(value))
    client.offlineCache?.storeSetting(place.name, value);
  return failure;
}

const isPlain = (value: Value): value is boolean | number | string =>
  value !== null && typeof value !== 'object';

export function savePermission(
  client: Client,
  place: SettingLocation,
  value: GroupSetting,
): Promise<ApiFailure | undefined> {
  const before = getValue(client.live, place);
  return saveSetting(client, place, value, { new: value, old: before });
}

function show({ live }: Client, { source, name }: SettingLocation, value: Value): void {
  live.change([source === 'organization' ? 'organization' : 'personal'], [], ({ organization, personal }) => {
    if (source === 'organization') Object.assign(organization, { [`realm_${name}`]: value });
    else
      Object.assign(source === 'personal' ? personal.settings : personal.settingDefaults, { [name]: value });
  });
}

/** Name, email address, password and time zone of the account. */
export const saveAccount = ({ api }: Client, change: Params): Promise<ApiFailure | undefined> =>
  ask(api.patch('/settings', change));

/** An empty value deletes the field. */
export const saveProfileValue = (
  { api }: Client,
  id: number,
  value: string | readonly number[],
): Promise<ApiFailure | undefined> => ask(api.patch('/users/me/profile_data', { data: [{ id, value }] }));

export const addAlertWord = ({ api }: Client, word: string): Promise<ApiFailure | undefined> =>
  ask(api.post('/users/me/alert_words', { alert_words: [word] }));

export const removeAlertWord = ({ api }: Client, word: string): Promise<ApiFailure | undefined> =>
  ask(api.delete('/users/me/alert_words', { alert_words: [word] }));

type Sessions = Static<typeof GetSessionsResponse>['sessions'];

export async function fetchSessions({ api }: Client): Promise<Outcome<Sessions>> {
  return toOutcome(
    api.get<Static<typeof GetSessionsResponse>>('/heddle/sessions').then(({ sessions }) => sessions),
  );
}

export const endOtherSessions = ({ api }: Client): Promise<ApiFailure | undefined> =>
  ask(api.delete('/heddle/sessions'));

/** Sends them one after another until one is refused. */
export async function endSessions({ api }: Client, ids: readonly number[]): Promise<ApiFailure | undefined> {
  for (const id of ids) {
    const failure = await ask(api.delete(`/heddle/sessions/${id}`));
    if (failure !== undefined) return failure;
  }
  return undefined;
}

/** @returns the key or the failure */
export async function fetchApiKey(
  client: Client,
  password: string,
  code: string | undefined,
): Promise<Outcome<string>> {
  const username = client.live.peek().own.delivery_email;
  return getKey(
    client.api.post<{ api_key: string }>('/fetch_api_key', { username, password, two_factor_code: code }),
  );
}

export const renewApiKey = ({ api }: Client): Promise<Outcome<string>> =>
  getKey(api.post<{ api_key: string }>('/users/me/api_key/regenerate'));

async function getKey(request: Promise<{ api_key: string }>): Promise<Outcome<string>> {
  return toOutcome(request.then(({ api_key }) => api_key));
}

export const deactivateSelf = ({ api }: Client): Promise<ApiFailure | undefined> =>
  ask(api.delete('/users/me'));
