/** The person's texts in this browser, and their owner: see `store/writing/writer.ts`. */
import type { Live } from '../../../store/live.ts';
import { claimStorages, deletePersonalData, endSession, writerKey } from '../../../store/writing/writer.ts';
import { drafts } from '../../compose/state/state.ts';
import { readSearchesAgain } from '../../page/earlier-searches.ts';
import { sessionMark } from '../../page/mark.ts';

const storages = () => [window.localStorage, window.sessionStorage];

/** Called before anything stored here is sent: it may belong to another user. */
export function claimLocalData(live: Live): void {
  const { organization, own } = live.peek();
  const person = `${organization.realm_uuid ?? ''}/${own.user_id}`;
  if (claimStorages(storages(), { person, mark: sessionMark() })) readAgain();
  else readSearchesAgain();
}

/** The session has ended, and this page did not end it. */
export function clearSessionData(): void {
  storages().forEach(endSession);
  readSearchesAgain();
}

export function clearLocalData(): void {
  deletePersonalData(storages());
  readAgain();
}

/** Another tab has signed out or in. */
export const followOtherTabs = (): void =>
  window.addEventListener('storage', ({ key }) => {
    if (key === writerKey || key === null) readAgain();
  });

function readAgain(): void {
  drafts.readAgain();
  readSearchesAgain();
}
