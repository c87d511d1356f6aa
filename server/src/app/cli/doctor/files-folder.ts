/** Checks the folder for files where it is not in the data folder: whether it is mounted, writable, and the one of the other nodes. */
import { accessSync, constants, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Config } from '../../../lib/config/config.ts';
import { readFolderMark, showPlace } from '../../../lib/files/open.ts';
import { errorMessage } from '../../../lib/thrown.ts';
import { listNodes } from '../nodes.ts';
import { type Finding, judgeSpace } from './checks.ts';

const name = 'files';

export async function checkFilesFolder(config: Config): Promise<Finding> {
  const { filesDir: folder } = config;
  if (folder === undefined) return { name, state: 'ok', text: 'Files are stored in the data folder' };
  try {
    return await judgeFolder(config, folder);
  } catch (error) {
    return { name, state: 'problem', text: `${folder} cannot be used: ${errorMessage(error)}` };
  }
}

async function judgeFolder(config: Config, folder: string): Promise<Finding> {
  const isShared = config.filesShared === 'on';
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) {
    const text = `${folder} does not exist yet; the first start creates it`;
    return isShared
      ? { name, state: 'warning', text: `${text}. If other nodes use it, mount it here first.` }
      : { name, state: 'ok', text };
  }
  if (!found.isDirectory())
    return { name, state: 'problem', text: `${folder} is not a folder. Correct files_dir.` };
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  const other = isShared ? await findOtherFolder(config, folder) : undefined;
  if (other !== undefined)
    return {
      name,
      state: 'problem',
      text: `${folder} is not the folder of the node ${other}, whose files it would not find. Mount the same one.`,
    };
  const { bavail, bsize } = await statfs(folder);
  const { state, text } = judgeSpace(bavail * bsize);
  return { name, state, text: `Files are stored in ${folder}, ${text}` };
}

/** @returns the address of a node that keeps files elsewhere. Nodes that cannot be listed are reported by the check of the database. */
async function findOtherFolder(config: Config, folder: string): Promise<string | undefined> {
  const mark = readFolderMark(folder);
  const { nodes } = await listNodes(config).catch(() => ({ nodes: [] }));
  const other = nodes.find(({ files }) => mark === undefined || files !== showPlace(mark));
  return other && String(other.address);
}
