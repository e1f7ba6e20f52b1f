import { wordsOf } from '../names/words.js';

const keys =
  'access|account|admin|api|app|application|auth|consumer|encryption|function|functions|license|master|private|' +
  'shared|signing|ssh|storage|subscription';

// Words that are told apart, so that `author` and `className` are no secrets.
const secretWords = new RegExp(
  'passw(?:or)?d|passphrase|passcode|secret|token|credential|apikey|authori[sz]ation|' +
    String.raw`\b(?:auth|authz|bearer|cookie|session|pin|otp|ssn|jwt)\b|\b(?:${keys}) key\b`,
);

/** Whether a name is one of a password, a key, a token or the like. */
export function isSecretName(name: string): boolean {
  return secretWords.test(wordsOf(name).join(' '));
}
