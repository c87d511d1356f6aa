/** The people and channels of the demo organization, a small weaving studio. */
import { roles, type Role } from '../../../../wire/core.ts';
import { keysIn } from '../../lib/objects.ts';

export const studio = 'Loomwork Studio';

export interface DemoPerson {
  fullName: string;
  role: Role;
}

export const cast = {
  ada: { fullName: 'Ada Achterberg', role: roles.owner },
  ben: { fullName: 'Ben Okafor', role: roles.administrator },
  cleo: { fullName: 'Cléo Marchand', role: roles.moderator },
  dan: { fullName: 'Dan Ito', role: roles.member },
  eve: { fullName: 'Eve Lindqvist', role: roles.member },
  farida: { fullName: 'Farida Haddad', role: roles.member },
  jonas: { fullName: 'Jonas Weller', role: roles.member },
  mina: { fullName: 'Mina Park', role: roles.member },
  tomas: { fullName: 'Tomás Rivera', role: roles.member },
  gus: { fullName: 'Gus Parker', role: roles.guest },
} as const satisfies Record<string, DemoPerson>;

export type DemoName = keyof typeof cast;
export const demoNames = keysIn(cast);

/** A reserved domain (RFC 2606), so that no email can reach anyone. */
export const demoEmail = (name: DemoName): string => `${name}@loomwork.example`;

export interface DemoChannel {
  description: string;
  /** Everyone except the guest if absent. */
  members?: readonly DemoName[];
  isPrivate?: boolean;
  isHistoryPublic?: boolean;
  isDefault?: boolean;
}

export const demoChannels: Readonly<Record<string, DemoChannel>> = {
  general: { description: 'What everyone should know', isDefault: true },
  workshop: {
    description: 'Looms, warps, tools, and the order in the drawers',
    members: ['ada', 'ben', 'cleo', 'dan', 'eve', 'farida', 'mina', 'tomas'],
  },
  dyeing: {
    description: 'The dye house: baths, lots, recipes',
    members: ['ada', 'ben', 'cleo', 'dan', 'eve', 'farida', 'jonas', 'mina', 'tomas'],
  },
  design: {
    description: 'Colours and drafts before they are decided',
    members: ['ada', 'cleo', 'dan', 'eve', 'farida', 'mina'],
    isPrivate: true,
  },
  shop: {
    description: 'The web shop and the newsletter',
    members: ['ada', 'ben', 'cleo', 'dan', 'eve', 'farida', 'jonas', 'mina'],
  },
  orders: {
    description: 'Orders that need more than a click',
    members: ['ada', 'ben', 'cleo', 'dan', 'eve', 'farida', 'tomas', 'gus'],
  },
  fair: { description: 'The craft fair in October' },
  lounge: { description: 'Everything that is not work' },
  books: {
    description: 'Money. Small circle.',
    members: ['ada', 'ben', 'dan'],
    isPrivate: true,
    isHistoryPublic: false,
  },
};
