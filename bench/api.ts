// The API of a made document: it reads what it is sent and answers every request alike.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { madeAnswer } from './made-document.js';

const answer = JSON.stringify(madeAnswer);

const server = createServer((incoming, response) => {
  incoming.resume();
  incoming.once('end', () => {
    response.setHeader('content-type', 'application/json');
    response.end(answer);
  });
});

server.listen(0, '127.0.0.1', () => {
  console.error(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => process.exit(0));
