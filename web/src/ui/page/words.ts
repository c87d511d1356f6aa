/** What this browser keeps of what was written, and for whom: `store/writer.ts`. */
import type { Live } from '../../store/live.ts';
import { claimWords, deleteSearchRows, writerKey } from '../../store/writing/writer.ts';
import { drafts } from '../compose/state/state.ts';
import { readSearchesAgain } from '../search/earlier.ts';
import { sessionMark } from './mark.ts';

const storages = () => [window.localStorage, window.sessionStorage];

/** Before anything is sent that was left here: it may be someone else's. */
export function claimHere(live: Live): void {
  const { organization, own } = live.peek();
  const person = `${organization.realm_uuid ?? ''}/${own.user_id}`;
  if (claimWords(storages(), { person, mark: sessionMark() })) readAgain();
}

export function clearLocalData(): void {
  deleteSearchRows(storages());
  readAgain();
}

/** Another tab signed out, or in. */
export const followOtherTabs = (): void =>
  window.addEventListener('storage', ({ key }) => {
    if (key === writerKey || key === null) readAgain();
  });

function readAgain(): void {
  drafts.readAgain();
  readSearchesAgain();
}
