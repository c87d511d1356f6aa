/** Navigation views: built-in ones, which can be hidden, and custom ones with a name. */
import { Exact, Nullable, optional, Type, type Static, type Examples } from './core.ts';

export const NavigationView = Exact({
  /** The part after `#` of the URL; identifies the view. */
  fragment: Type.String(),
  is_pinned: Type.Boolean(),
  // null for built-in views.
  name: Nullable(Type.String()),
});
export type NavigationView = Static<typeof NavigationView>;

/** Fragments of the built-in views. */
export const builtInViews = [
  'inbox',
  'recent',
  'feed',
  'drafts',
  'scheduled',
  'reminders',
  'narrow/has/reaction/sender/me',
  'narrow/is/mentioned',
  'narrow/is/starred',
] as const;

export const NavigationViewPath = Type.Object({ fragment: Type.String({ minLength: 1 }) });

export const GetNavigationViewsResponse = Exact({ navigation_views: Type.Array(NavigationView) });

/** POST /navigation_views */
export const AddNavigationViewParams = Type.Object({
  fragment: Type.String({ minLength: 1, maxLength: 1000 }),
  is_pinned: Type.Boolean(),
  name: Type.Optional(Type.String()),
});
export type AddNavigationViewParams = Static<typeof AddNavigationViewParams>;

/** PATCH /navigation_views/{fragment} */
export const EditNavigationViewParams = Type.Object({
  is_pinned: Type.Optional(Type.Boolean()),
  name: Type.Optional(Type.String()),
});
export type EditNavigationViewParams = Static<typeof EditNavigationViewParams>;

const viewEvent = { id: Type.Integer(), type: Type.Literal('navigation_view') };

const NavigationViewEvent = Type.Union([
  Exact({ ...viewEvent, op: Type.Literal('add'), navigation_view: NavigationView }),
  Exact({
    ...viewEvent,
    op: Type.Literal('update'),
    fragment: Type.String(),
    data: Exact(optional({ is_pinned: Type.Boolean(), name: Nullable(Type.String()) })),
  }),
  Exact({ ...viewEvent, op: Type.Literal('remove'), fragment: Type.String() }),
]);

export const navigationViewState = { navigation_views: { navigation_views: Type.Array(NavigationView) } };

export const navigationViewEvents = { navigation_view: NavigationViewEvent };

export const navigationViewExamples: Examples<typeof navigationViewEvents> = {
  navigation_view: {
    'a view kept at hand': {
      id: 1,
      type: 'navigation_view',
      op: 'add',
      navigation_view: { fragment: 'inbox', is_pinned: true, name: null },
    },
    'a view renamed': {
      id: 1,
      type: 'navigation_view',
      op: 'update',
      fragment: 'narrow/is/dm',
      data: { name: 'Direct' },
    },
    'a view is removed': { id: 1, type: 'navigation_view', op: 'remove', fragment: 'narrow/is/dm' },
  },
};
