/**
 * Loaded into the server that hostile inputs are sent to. Between two messages of its parent it measures the CPU time of the longest
 * slice of the event loop: how long others would wait on a machine that nobody else uses.
 */
const everyMs = 1;

// Processes that the server starts are not measured.
delete process.env.NODE_OPTIONS;

let longest = 0;
let before = 0;
let timer: NodeJS.Timeout | undefined;

const cpuMicroseconds = (): number => {
  const { user, system } = process.threadCpuUsage();
  return user + system;
};

process.on('message', (wanted) => {
  clearInterval(timer);
  if (wanted === 'stop') {
    process.send?.(longest / 1000);
    return;
  }
  [longest, before] = [0, cpuMicroseconds()];
  // A timer that is due runs once in each turn of the loop.
  timer = setInterval(() => {
    const now = cpuMicroseconds();
    longest = Math.max(longest, now - before);
    before = now;
  }, everyMs);
});
process.channel?.unref();
