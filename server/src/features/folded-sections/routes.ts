import { EmptyResponse } from '../../../../wire/core.ts';
import { FoldSectionParams } from '../../../../wire/folded-sections.ts';
import { route } from '../../http/route.ts';
import { foldSection, unfoldSection } from './actions.ts';

export const foldedSectionRoutes = [
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
