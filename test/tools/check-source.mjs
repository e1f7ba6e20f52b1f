// What looks at the source alone: ESLint, prettier and the compiler, side by side.
import { spawn } from 'node:child_process';

const checks = ['lint', 'types'];
const isWindows = process.platform === 'win32';

const statuses = await Promise.all(
  checks.map(
    (name) =>
      new Promise((resolve) => {
        const check = spawn('npm', ['run', '--silent', name], { stdio: 'inherit', shell: isWindows });
        check.on('close', (status) => resolve(status ?? 1));
      }),
  ),
);
process.exitCode = Math.max(...statuses);
