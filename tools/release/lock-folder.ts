/** Keeps two builds from using the same folder at once. */
import { createHash } from 'node:crypto';
import { realpathSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';

/**
 * By a name that the system frees when the process ends, however it ends: no lock is left behind.
 * @returns a function that releases it. @throws Error while another process has locked the folder
 */
export async function lockFolder(folder: string): Promise<() => void> {
  mkdirSync(folder, { recursive: true });
  const name = createHash('sha256').update(realpathSync(folder)).digest('hex');
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Another build is using ${folder}.`) : error),
    );
    // An abstract socket, which Linux keeps outside of any file system.
    server.listen(`\0heddle-release-${name}`);
  });
  return () => server.close();
}
