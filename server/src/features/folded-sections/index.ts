/** The feature: collapsed sections of the sidebar. */
import { EmptyResponse } from '../../../../wire/core.ts';
import { FoldSectionParams } from '../../../../wire/folded-sections.ts';
import { personal } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { foldSection, unfoldSection } from './actions.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';

const foldedSectionRoutes = [
  route({
    method: 'POST',
    path: '/heddle/folded_sections',
    operationId: 'fold-section',
    policy: 'humans',
    leaves: 'nothing',
    personal: true,
    params: FoldSectionParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => foldSection(tx, me.id, params.section),
  }),
  route({
    method: 'DELETE',
    path: '/heddle/folded_sections',
    operationId: 'unfold-section',
    policy: 'humans',
    leaves: 'nothing',
    personal: true,
    params: FoldSectionParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => unfoldSection(tx, me.id, params.section),
  }),
];

export const foldedSectionsFeature = defineFeature({
  routes: foldedSectionRoutes,
  events: { heddle_folded_section: personal },
  registerState: {
    heddle_folded_section: async ({ tx, me }) => ({
      heddle_folded_sections: await getFoldedSections(tx, me.id),
    }),
  },
});

const byUser = prepared<{ user_id: number }>()((q, p) =>
  q.selectFrom('folded_section').select('section').where('user_id', '=', p.user_id).orderBy('section'),
);

async function getFoldedSections(db: Db, userId: number): Promise<string[]> {
  return (await db.rows(byUser, { user_id: userId })).map(({ section }) => section);
}
