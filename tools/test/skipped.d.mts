export default function skipped(source: AsyncIterable<unknown>): AsyncGenerator<string>;
