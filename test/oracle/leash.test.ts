import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { suite, test } from 'node:test';

const leash = new URL('leash.mjs', import.meta.url).href;

/** Answers everything but what it fails at, and says where it listens. */
const program = `
  const { createServer } = require('node:http');
  const server = createServer((request, response) => {
    if (request.url === '/throw') throw new Error('thrown');
    if (request.url === '/reject') return Promise.reject(new Error('rejected'));
    if (request.url === '/connect') return fetch('http://127.0.0.1:' + server.address().port).catch(() => response.end('refused'));
    response.end('taken');
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

suite('a program on the leash', () => {
  const begin = (source: string) => {
    const child = spawn(process.execPath, ['--import', leash, '-e', source], {
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: 30_000,
    });
    return {
      child,
      closed: once(child, 'close'),
    };
  };

  test('goes on after an error of its own, connects to nobody, and ends with its input', async () => {
    const { child, closed } = begin(program);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const ask = (path: string) =>
      fetch(`http://127.0.0.1:${line.toString().trim()}${path}`).then(
        (answer) => answer.text(),
        () => 'broken off',
      );
    const told: string[] = [];
    for (const path of ['/', '/throw', '/', '/reject', '/', '/connect']) told.push(await ask(path));
    child.stdin.end();
    assert.deepEqual(told, ['taken', 'broken off', 'taken', 'broken off', 'taken', 'refused']);
    assert.deepEqual(await closed, [0, null]);
  });

  test('ends by an error before anyone is connected', async () => {
    const { closed } = begin(`throw new Error('thrown')`);
    assert.deepEqual(await closed, [1, null]);
  });
});
