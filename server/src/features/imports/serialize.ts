import type { Selectable } from 'kysely';
import type {
  ImportChoices,
  ImportProgress,
  ImportReport,
  ImportRequest,
  ImportRequestState,
} from '../../../../wire/imports.ts';
import type { ImportRequestTable } from '../../db/schema/imports.ts';
import { parseStored } from '../../lib/json.ts';
import { keysIn } from '../../lib/objects.ts';

export type ImportRow = Selectable<ImportRequestTable>;

/** The columns of the list. */
export type ListedImport = Pick<
  ImportRow,
  | ('id' | 'acting_user_id' | 'file_name' | 'size' | 'created_at' | 'state' | 'path')
  | ('choices' | 'progress' | 'error')
>;

/** `active`: a node works on it or will do so. `waiting`: its archive can be checked or imported. */
const phases: Readonly<Record<ImportRequestState, 'active' | 'waiting' | 'ended'>> = {
  uploaded: 'waiting',
  checking: 'active',
  checked: 'waiting',
  importing: 'active',
  imported: 'ended',
  undoing: 'active',
  undone: 'ended',
  stopped: 'waiting',
  failed: 'waiting',
};

export const activeStates = keysIn(phases).filter((state) => phases[state] === 'active');

export const isActive = ({ state }: Pick<ImportRow, 'state'>): boolean => phases[state] === 'active';
export const isWaiting = ({ state }: Pick<ImportRow, 'state'>): boolean => phases[state] === 'waiting';
export const hasEnded = ({ state }: Pick<ImportRow, 'state'>): boolean => phases[state] === 'ended';

const parsed = <T>(text: string | null): T | null => (text === null ? null : parseStored<T>(text));

export const parseChoices = ({ choices }: Pick<ImportRow, 'choices'>): ImportChoices | null =>
  parsed(choices);

/** That of earlier versions has no estimate. */
function parseProgress({ progress }: Pick<ImportRow, 'progress'>): ImportProgress | null {
  const common = parsed<Omit<ImportProgress, 'seconds_left'> & Partial<ImportProgress>>(progress);
  return common && { seconds_left: null, ...common };
}

type Added = 'wider' | 'narrower' | 'left_out' | 'changed';
type LeftOutLine = ImportReport['left_out'][number];
type FormerLine = Omit<LeftOutLine, 'places'> & Partial<LeftOutLine>;
type FormerReport = Omit<ImportReport, Added> &
  Partial<Omit<ImportReport, 'left_out' | 'changed'>> & {
    left_out?: FormerLine[];
    changed?: Partial<Changed>;
  };

type Changed = ImportReport['changed'];

const allChanged = ({
  edited = 0,
  moved = 0,
  deleted = 0,
  files = 0,
  reactions = 0,
  reactions_removed: removed = 0,
  repaired = 0,
  kept = 0,
  joined = 0,
}: Partial<Changed> = {}): Changed => ({
  edited,
  moved,
  deleted,
  files,
  reactions,
  reactions_removed: removed,
  repaired,
  kept,
  joined,
});

/** Reports of earlier versions lack some parts. */
export function parseReport({ report }: Pick<ImportRow, 'report'>): ImportReport | null {
  const common = parsed<FormerReport>(report);
  if (!common) return null;
  const { wider = [], narrower = [] } = common;
  const changed = allChanged(common.changed);
  const lines = (common.left_out ?? []).map(({ what, count, reason, places = [] }) => ({
    what,
    count,
    reason,
    places,
  }));
  return { ...common, wider, narrower, changed, left_out: lines };
}

export const importObject = (row: ListedImport): ImportRequest => ({
  id: row.id,
  acting_user_id: row.acting_user_id,
  file_name: row.file_name,
  size: row.size,
  created: Math.floor(row.created_at / 1000),
  state: row.state,
  has_archive: row.path !== null,
  choices: parseChoices(row),
  progress: parseProgress(row),
  error: row.error,
});
