// Preloaded into a measured process (`node --import`): appends what the process has used, as a line of JSON, to a file
// named by its id, when it ends and when SIGUSR2 asks for it.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(process.env['USAGE_FOLDER'], String(process.pid));

function reportUsage() {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  appendFileSync(file, `${JSON.stringify({ cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMiB: maxRSS / 1024 })}\n`);
}

process.on('exit', reportUsage);
process.on('SIGUSR2', reportUsage);
