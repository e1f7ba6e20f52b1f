// npm run issuers: emitted servers against a real OpenID Provider, with a real browser. The first time, the provider and
// the Node that it wants are installed into the temporary folder, and Debian's chromium where it is missing.
import { after } from 'node:test';
import { clientCredentials } from './client-credentials.js';
import { inboundTokens } from './inbound-tokens.js';
import { login } from './login.js';
import { openStage } from './stage.js';
import { tokenExchange } from './token-exchange.js';

const stage = await openStage();
after(() => stage.close());

clientCredentials(stage);
login(stage);
inboundTokens(stage);
tokenExchange(stage);
