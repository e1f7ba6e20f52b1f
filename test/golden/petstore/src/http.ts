import { manifest } from './manifest.js';
import { readHttpSettings } from './runtime/environment.js';
import { createHttpHandler } from './runtime/http.js';
import { serve } from './runtime/node.js';
import { start } from './runtime/start.js';
import { createServer } from './server.js';

await start(new URL('../.env', import.meta.url), (environment) => {
  const settings = readHttpSettings(
    process.argv.slice(2),
    environment,
    manifest,
  );
  return serve(
    createHttpHandler(createServer(environment), settings),
    settings,
  );
});
