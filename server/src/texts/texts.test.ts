import { describe } from 'node:test';
import { testTexts } from '../../../tests/support/texts.ts';
import { de } from './de/index.ts';
import { en } from './en/index.ts';

describe('texts of the server', () => testTexts({ en, de }));
