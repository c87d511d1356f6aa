/**
 * What the program of a bot finds in its process. Node's permission model guards files, the network and other processes; what
 * it leaves open, and what nobody has decided about, is taken away. `room.test.ts` fails for a name of the runtime without a decision.
 */
import type { Room } from './protocol.ts';

interface Decision {
  allowed: readonly string[];
  refused: readonly string[];
}

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Built-in modules, without `node:`. */
export const modules: Decision = {
  allowed:
    words(`assert assert/strict buffer console constants crypto events fs fs/promises path path/posix path/win32 perf_hooks process
    punycode querystring stream stream/consumers stream/promises stream/web string_decoder sys timers timers/promises url util util/types
    zlib`),
  refused: [
    // They reach other machines and processes.
    ...words(`_http_agent _http_client _http_common _http_incoming _http_outgoing _http_server _tls_common _tls_wrap child_process
      cluster dgram dns dns/promises http http2 https net tls worker_threads`),
    // They read files or call code past the permission model.
    ...words('ffi sqlite vfs wasi'),
    // They change how modules are found, or how this process runs, or show its inner parts.
    ...words(
      `async_hooks diagnostics_channel domain inspector inspector/promises module quic repl sea test test/reporters trace_events v8 vm`,
    ),
    // They show the machine and its terminal, and change priorities of other processes.
    ...words('os readline readline/promises tty'),
  ],
};

/** Members of `process` and its prototype. */
export const members: Decision = {
  allowed:
    words(`_events _eventsCount _exiting _fatalException _maxListeners _tickCallback addUncaughtExceptionCaptureCallback
    allowedNodeEnvironmentFlags arch argv argv0 availableMemory config constrainedMemory constructor cpuUsage cwd domain emitWarning
    env execArgv exit exitCode features finalization getActiveResourcesInfo getBuiltinModule getegid geteuid getgid getgroups getuid
    hasUncaughtExceptionCaptureCallback hrtime memoryUsage nextTick noDeprecation noProcessWarnings permission pid platform reallyExit ref release
    resourceUsage setSourceMapsEnabled setUncaughtExceptionCaptureCallback sourceMapsEnabled threadCpuUsage title traceDeprecation
    traceProcessWarnings unref uptime version versions`),
  refused: [
    // They end, stop or debug any process, or change what this one is.
    ...words(
      `_debugEnd _debugProcess _kill abort chdir execve initgroups kill ppid setegid seteuid setgid setgroups setuid umask`,
    ),
    // They load native code and inner modules.
    ...words('_linkedBinding binding dlopen mainModule moduleLoadList'),
    // They read and write files, or the pipes to the server.
    ...words(`_channel _disconnect _handleQueue _pendingMessage _send channel connected disconnect loadEnvFile openStdin report send stderr
      stdin stdout`),
    // They show or change how the process runs.
    ...words(`_eval _getActiveHandles _getActiveRequests _preload_modules _print_eval _rawDebug _startProfilerIdleNotifier
      _stopProfilerIdleNotifier debugPort execPath`),
  ],
};

/** Properties of `globalThis`. */
export const globals: Decision = {
  allowed: [
    // The language.
    ...words(`AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date
      DisposableStack Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity Int16Array Int32Array
      Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer
      String SuppressedError Symbol SyntaxError Temporal TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap
      WeakRef WeakSet WebAssembly decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN
      parseFloat parseInt undefined unescape`),
    // What computes.
    ...words(`AbortController AbortSignal Blob Buffer ByteLengthQueuingStrategy CompressionStream CountQueuingStrategy Crypto CryptoKey
      CustomEvent DOMException DecompressionStream ErrorEvent Event EventTarget File FormData Headers MessageChannel MessageEvent
      MessagePort Navigator Performance PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserver
      PerformanceObserverEntryList PerformanceResourceTiming QuotaExceededError ReadableByteStreamController ReadableStream
      ReadableStreamBYOBReader ReadableStreamBYOBRequest ReadableStreamDefaultController ReadableStreamDefaultReader Request Response
      SubtleCrypto TextDecoder TextDecoderStream TextEncoder TextEncoderStream TransformStream TransformStreamDefaultController URL
      URLPattern URLSearchParams WritableStream WritableStreamDefaultController WritableStreamDefaultWriter atob btoa clearImmediate
      clearInterval clearTimeout console crypto global navigator performance process queueMicrotask setImmediate setInterval setTimeout
      structuredClone`),
  ],
  // The network, and files.
  refused: words(
    'BroadcastChannel CloseEvent EventSource Storage WebSocket fetch localStorage sessionStorage',
  ),
};

export const room: Room = {
  modules: modules.allowed,
  members: members.allowed,
  globals: globals.allowed,
};
