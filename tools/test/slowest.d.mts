export default function slowest(source: AsyncIterable<unknown>): AsyncGenerator<string>;
