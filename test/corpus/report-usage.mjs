// Preloaded into a measured process (`node --import`): appends what the process has used, as a line of JSON, to a file
// named by its id, when it ends and when SIGUSR2 asks for it.
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(process.env['USAGE_FOLDER'], String(process.pid));

function reportUsage() {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  const usage = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMiB: peakKiB() / 1024 };
  appendFileSync(file, `${JSON.stringify(usage)}\n`);
}

function peakKiB() {
  try {
    // `maxRSS` of a process on Linux is never below what its parent had when it started it.
    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}

process.on('exit', reportUsage);
process.on('SIGUSR2', reportUsage);
