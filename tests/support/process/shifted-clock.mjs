// node --import: the clock of a process is ahead by HEDDLE_TEST_CLOCK_AHEAD milliseconds, as on a machine whose clock is wrong.
const aheadMs = Number(process.env.HEDDLE_TEST_CLOCK_AHEAD ?? 0);
const { now } = Date;
const ahead = () => now() + aheadMs;
Date.now = ahead;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [ahead()] : args, newTarget),
  apply: () => new Date(ahead()).toString(),
});
