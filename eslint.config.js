import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** Size limits of the house: a file that grows past them is two rooms. */
const limits = {
  'max-lines': ['error', { max: 250 }],
  'max-lines-per-function': ['error', { max: 40, skipComments: true }],
  'max-depth': ['error', 3],
};

export default tseslint.config(
  {
    ignores: [
      'dist',
      'templates',
      'test/golden',
      'test/diagnostics',
      'test/hostile/*/**',
      'test/conformance/*.mjs',
      'test/cases/*/**',
      'test/emitted/*/**',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      // `test()` and `suite()` of node's runner return promises that nobody awaits.
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', name: ['test', 'suite'], package: 'node:test' }] },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Use a named export.' },
      ],
    },
  },
  { files: ['src/**/*.ts'], rules: limits },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: { globals: { console: 'readonly', process: 'readonly', URL: 'readonly' } },
  },
);
