import { declareEveryStory } from './every-story.ts';

declareEveryStory('postgres');
