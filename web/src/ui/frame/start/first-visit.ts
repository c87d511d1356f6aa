/** Data that the server includes in the page for a browser without a cache (`server/src/pages/first-visit`). */
import type { RegisterResponse } from '../../../../../wire/register.ts';
import { firstMessages, type FirstPlace, type Registered } from '../../../connection/register.ts';
import { parseAddress } from '../../../view/narrow/address.ts';
import { hint } from './hint.ts';
import './first-visit.css';

export function firstPlace(): FirstPlace {
  const here = parseAddress(window.location.href);
  return here.screen === 'narrow' ? { first: here.narrow, near: here.near } : {};
}

/** The registration from the page, if there is one; returned once. */
export function takeRegistration(): Promise<Registered> | undefined {
  const element = document.getElementById('registration');
  element?.remove();
  const text = element?.textContent ?? '';
  if (text === '' || hint.get()) return undefined;
  // The server has put it into the page.
  const response = JSON.parse(text) as RegisterResponse;
  const asked = JSON.stringify(firstMessages(firstPlace()));
  if (element?.dataset.messages !== asked) delete response.heddle_messages;
  return Promise.resolve({ response, text });
}

/** The messages that were rendered by the server: the page replaces them. */
export const endFirstScreen = (): void => document.getElementById('first-screen')?.remove();
