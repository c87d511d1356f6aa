import { StartRefused } from '../../lib/start-refused.ts';

/** The process that reads an archive was killed, as for lack of memory. */
export class ReadingEnded extends StartRefused {
  constructor() {
    super(
      'The process that reads the archive was ended, in most cases because the memory of the machine is full. ' +
        'Start the import again: it continues where it stopped.',
    );
  }
}
