/** The processor time of a test run: each test process writes down its own at its end, with that of the processes it started. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The unit of times in /proc: a hundredth of a second on every Linux. */
const TICK_MS = 10;

interface Note {
  script: string;
  ms: number;
}

/** @returns milliseconds of this process, and of its children that have ended; the latter are 0 where there is no /proc */
function readCpuTime(): { own: number; children: number } {
  const { user, system } = process.cpuUsage();
  return { own: (user + system) / 1000, children: readChildrenTime() };
}

function readChildrenTime(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // After the name of the program, which may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
  } catch {
    return 0;
  }
}

/** @param folder where the run looks for it */
export function noteCpuTime(folder: string): void {
  process.once('exit', () => {
    const { own, children } = readCpuTime();
    const note: Note = { script: process.argv[1] ?? '', ms: own + children };
    writeFileSync(path.join(folder, `${process.pid}.json`), JSON.stringify(note));
  });
}

/** Sums up a run by parts of it. */
export class CpuTable {
  readonly folder: string = mkdtempSync(path.join(tmpdir(), 'heddle-cpu-'));
  readonly #seconds = new Map<string, number>();

  /** Charges what children of this process have used that end meanwhile. */
  async charge<T>(name: string, end: () => Promise<T>): Promise<T> {
    const before = readChildrenTime();
    const result = await end();
    this.#add(name, readChildrenTime() - before);
    return result;
  }

  /** What the test processes wrote down. @param groups the test files of each script */
  read(scripts: readonly string[], groups: readonly (readonly string[])[]): void {
    const parts = new Map(scripts.map((script, index) => [script, findPart(groups[index])]));
    for (const name of readdirSync(this.folder)) {
      const note = JSON.parse(readFileSync(path.join(this.folder, name), 'utf8')) as Note;
      this.#add(parts.get(note.script) ?? note.script, note.ms);
    }
  }

  /** Removes what was written down, too. */
  print(): string {
    rmSync(this.folder, { recursive: true, force: true });
    this.#add('npm test', readCpuTime().own);
    const rows = [...this.#seconds].sort(([, a], [, b]) => b - a);
    const total = rows.reduce((sum, [, seconds]) => sum + seconds, 0);
    const lines = rows.map(([name, seconds]) => `${seconds.toFixed(1).padStart(7)}  ${name}`);
    return [`\n${total.toFixed(1)} s of CPU time in all:`, ...lines].join('\n');
  }

  #add(name: string, ms: number): void {
    this.#seconds.set(name, (this.#seconds.get(name) ?? 0) + ms / 1000);
  }
}

/** Where the tests of a process are from. */
function findPart(group: readonly string[] = []): string {
  const [first = '', second = ''] = (group[0] ?? '').split('/');
  return second === '' || second.includes('.') ? first : `${first}/${second}`;
}
