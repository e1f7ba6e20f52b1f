import type { Hooks } from '../hooks.js';
import type { Manifest } from '../manifest.js';
import type { Credentials } from '../security.js';
import type { Environment } from '../settings.js';

/** What is examined. */
export interface DoctorSettings {
  readonly manifest: Manifest;
  readonly environment: Environment;
  readonly credentials: Credentials;
  readonly hooks?: Hooks;
  /** The `.env` file, where a refresh token that an issuer replaces is kept. */
  readonly envFile: URL;
}
