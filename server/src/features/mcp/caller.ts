/** Who uses MCP, and with what. */
import type { GrantedKey, Principal } from '../../core/organization/index.ts';
import type { CallApi } from './call-api.ts';

export interface Caller {
  me: Principal & { key: GrantedKey };
  /** Scheme, host name and port of the organization. */
  origin: string;
  userAgent: string;
  address: string;
  api: CallApi;
}
