export function bundleServer(
  root?: string,
  build?: (server: string, outDir: string) => void | Promise<void>,
): Promise<string>;
