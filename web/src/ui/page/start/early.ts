/**
 * A script of its own, small and first: asks to register while the rest of the page is on its way, so that on a slow network
 * the response comes along with it. Nothing is asked where nobody is signed in, or an earlier visit is kept to continue with.
 */
import { createApi } from '../../../api.ts';
import { firstMessages, register, type FirstPlace, type Registered } from '../../../register.ts';
import { parseAddress } from '../../../view/narrow/address.ts';
import { hint } from '../hint.ts';
import { sessionMark } from '../mark.ts';

export function firstPlace(): FirstPlace {
  const here = parseAddress(window.location.href);
  return here.screen === 'narrow' ? { first: here.narrow, near: here.near } : {};
}

function begin(): Promise<Registered> | undefined {
  if (sessionMark() === undefined || hint.get()) return undefined;
  const asked = register(createApi(window.fetch.bind(window)), firstMessages(firstPlace()));
  // Anyone who takes it learns of a failure, however much later that is.
  asked.catch(() => undefined);
  return asked;
}

let early = begin();

/** The registration that is under way, if one is; given once. */
export function takeEarly(): Promise<Registered> | undefined {
  const taken = early;
  early = undefined;
  return taken;
}
