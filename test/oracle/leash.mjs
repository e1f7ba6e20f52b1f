// Preloaded into Prism: it ends when whoever started it does, by whatever means, and it connects to nobody (it would call
// the callbacks of a document at addresses that requests name). An error of its own that would end it ends the requests
// that it has at hand instead, without an answer: to start it anew takes seconds.
import { Server, Socket } from 'node:net';

process.stdin.resume();
process.stdin.once('close', () => process.exit(0));

Socket.prototype.connect = function refuse() {
  this.destroy(new Error('Prism is not to connect to anything.'));
  return this;
};

const connections = new Set();
const { emit } = Server.prototype;
Server.prototype.emit = function watch(event, ...values) {
  const [socket] = values;
  if (event === 'connection' && !connections.has(socket)) {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  }
  return emit.call(this, event, ...values);
};

process.on('uncaughtException', () => {
  // Before it listens, nobody waits for an answer but for its end.
  if (connections.size === 0) process.exit(1);
  for (const socket of connections) socket.destroy();
});
