/** Notes which files of an export were read or named by a record: the others are counted. */
import type { Scratch } from '../scratch.ts';
import { SpillMap } from '../spill-map.ts';
import type { FileFate } from '../reading/source.ts';
import type { Tally } from '../reading/tally.ts';
import type { Input } from './input.ts';

/** What archives have besides the export. */
const besides = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/i;

export class ReadFiles {
  readonly #input: Input;
  readonly #known: SpillMap<true>;

  constructor(input: Input, scratch: Scratch) {
    this.#input = input;
    this.#known = new SpillMap(scratch);
  }

  note(path: string): void {
    if (!this.#known.has(path)) this.#known.set(path, true);
  }

  /** The input whose reading is noted. */
  get noting(): Input {
    const { readSmall, open } = this.#input;
    return {
      ...this.#input,
      open: (path, range) => {
        this.note(path);
        return open(path, range);
      },
      ...(readSmall && {
        readSmall: (path: string) => {
          this.note(path);
          return readSmall(path);
        },
      }),
    };
  }

  /** By folder and kind of file. */
  count(tally: Tally, fates: readonly FileFate[]): void {
    for (const path of this.#input.files.keys()) {
      if (this.#known.has(path) || besides.test(path)) continue;
      const fate = fates.find(({ paths }) => paths.test(path));
      if (fate && fate.without === undefined) continue;
      const reason = fate?.without ?? 'No reader knows such a file, or no record names it.';
      tally.leaveOut(`files ${toPattern(path)}`, reason, path);
    }
  }
}

function toPattern(path: string): string {
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
  if (parts.length === 1) return name;
  return `${parts[0] ?? ''}/${parts.length > 2 ? '…/' : ''}*${ending}`;
}
