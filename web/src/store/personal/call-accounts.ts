/** Which call services the person has connected. */
import type { RegisterResponse } from '../../../../wire/register.ts';
import { defineNoun } from '../base/noun.ts';

type CallAccounts = { zoom: boolean; webex: boolean };
type CallState = { callAccounts: CallAccounts };

const accountsFromRegister = ({ has_zoom_token = false, has_webex_token = false }: RegisterResponse) => ({
  zoom: has_zoom_token,
  webex: has_webex_token,
});

export const callAccounts = defineNoun({
  keys: ['video_calls'],
  state: { callAccounts: accountsFromRegister },
  reducers: {
    has_zoom_token: ({ callAccounts: accounts }: CallState, { value }: { value: boolean }) => {
      accounts.zoom = value;
    },
    has_webex_token: ({ callAccounts: accounts }: CallState, { value }: { value: boolean }) => {
      accounts.webex = value;
    },
  },
});
