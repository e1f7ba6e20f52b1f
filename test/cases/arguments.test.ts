import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { argumentsOf, credentialsOf } from './arguments.js';
import { madeManifest } from './made-case.js';
import { findTool } from './tool-names.js';
import type { ListedTool } from '../tools/mcp-session.js';

const [getBoat, postBoats] = madeManifest.tools;

suite('arguments by place', () => {
  test('are named as the manifest binds them, unknown ones as they are', () => {
    assert.deepEqual(argumentsOf(getBoat, { path: { id: 'a' }, query: { on: null, free: 1 }, body: {} }), {
      id: 'a',
      on_query: null,
      free: 1,
      body: {},
    });
  });
  test('give bytes as base64 text, also deep inside', () => {
    assert.deepEqual(
      argumentsOf(postBoats, { body: { sail: [{ bytes: 'AAEC' }], no: { bytes: 'AA==', more: 1 } } }),
      {
        body: { sail: ['AAEC'], no: { bytes: 'AA==', more: 1 } },
      },
    );
  });
  test('leave out a body that is not given, and keep one that is null', () => {
    assert.equal(JSON.stringify(argumentsOf(postBoats, {})), '{}');
    assert.equal(JSON.stringify(argumentsOf(postBoats, { body: null })), '{"body":null}');
  });
  test('keep members called __proto__', () => {
    const placed = JSON.parse('{"query": {"__proto__": 1}, "body": {"a": {"__proto__": "p"}}}') as object;
    assert.equal(
      JSON.stringify(argumentsOf(undefined, placed)),
      '{"__proto__":1,"body":{"a":{"__proto__":"p"}}}',
    );
  });
});

suite('credentials', () => {
  test('go into the variables of their schemes; a scheme that is not in the manifest goes nowhere', () => {
    assert.deepEqual(
      credentialsOf(madeManifest, {
        'auth:key': 'k',
        'auth:login': { username: 'u', password: 'p' },
        'auth:spare': 's',
      }),
      { BOATS_KEY: 'k', BOATS_LOGIN_USERNAME: 'u', BOATS_LOGIN_PASSWORD: 'p' },
    );
  });
  test('of the wrong shape are an error', () => {
    assert.throws(() => credentialsOf(madeManifest, { 'auth:login': 'token' }), /more than one/);
    assert.throws(
      () => credentialsOf(madeManifest, { 'auth:key': { username: 'u', password: 'p' } }),
      /username/,
    );
  });
});

suite('a tool is found', () => {
  const listed = madeManifest.tools as readonly object[] as readonly ListedTool[];
  const find = (
    reference: string | { readonly literal: string },
    tools = listed,
    manifest = madeManifest,
  ): unknown => {
    const found = findTool(reference, tools, manifest);
    return 'problem' in found ? found.problem : found.name;
  };

  test('by the operationId', () => assert.equal(find('getBoat'), 'getBoat'));
  test('by words of its title or description', () => {
    assert.equal(find('~Shows one'), 'getBoat');
    assert.equal(find('~Adds a boat'), 'post_boats');
  });
  test('by its very name, listed or not', () =>
    assert.equal(find({ literal: 'constructor' }), 'constructor'));
  test('but not where there is none, or more than one', () => {
    assert.match(String(find('toString')), /no tool is made/);
    assert.match(String(find('~boat', [...listed, ...listed])), /more than one/);
    assert.match(String(find('~No such')), /no tool's/);
    assert.match(String(find('getBoat', [])), /not listed/);
  });
  test('but not under another name where the operationId is one', () => {
    const renamed = madeManifest.tools.map((tool) => ({ ...tool, name: `${tool.name}_2` }));
    assert.match(String(find('getBoat', listed, { ...madeManifest, tools: renamed })), /became 'getBoat_2'/);
  });
});
