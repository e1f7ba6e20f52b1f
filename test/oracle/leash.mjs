// Preloaded into Prism: it ends when whoever started it does, by whatever means, and it connects to nobody (it would call
// the callbacks of a document at addresses that requests name).
import { Socket } from 'node:net';

process.stdin.resume();
process.stdin.once('close', () => process.exit(0));

Socket.prototype.connect = function refuse() {
  this.destroy(new Error('Prism is not to connect to anything.'));
  return this;
};
