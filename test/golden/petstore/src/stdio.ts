#!/usr/bin/env node
// First, so that nothing but MCP messages reaches stdout.
import './runtime/stdout-guard.js';
import { start } from './runtime/start.js';
import { serveOnStdio } from './runtime/stdio.js';
import { createServer } from './server.js';

await start(new URL('../.env', import.meta.url), (environment) =>
  serveOnStdio(createServer(environment)),
);
