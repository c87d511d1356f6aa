export function buildClient(
  root?: string,
  build?: (web: string, outDir: string) => void | Promise<void>,
): Promise<boolean>;
