import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../../../', import.meta.url).pathname;

const MARKUP = {
  'element.innerHTML = text;': 'no-restricted-properties',
  'element.outerHTML = text;': 'no-restricted-properties',
  'frame.srcdoc = text;': 'no-restricted-properties',
  "element.insertAdjacentHTML('beforeend', text);": 'no-restricted-properties',
  'range.createContextualFragment(text);': 'no-restricted-properties',
  'document.write(text);': 'no-restricted-properties',
  'export const Box = () => <p dangerouslySetInnerHTML={{ __html: text }} />;': 'no-danger',
  "export const Link = () => <a href={'javascript:run()'} />;": 'no-script-url',
  'eval(text);': 'no-eval',
  "setTimeout('run()', 1);": 'no-implied-eval',
  'new Function(text)();': 'no-new-func',
};

const STATEMENTS = {
  'db.execute(sql`select ${sql.raw(text)}`);': 'no-restricted-properties',
  'client.unsafe(text);': 'no-restricted-properties',
};

/** Names of our lint rules that the code violates. */
async function rulesBrokenBy(code: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'agora-lint-'));
  try {
    await writeFile(join(dir, 'code.tsx'), code);
    const args = ['--config', `${ROOT}.oxlintrc.json`, '--format', 'unix', dir];
    execFileSync(`${ROOT}node_modules/.bin/oxlint`, args, { encoding: 'utf8', stdio: 'pipe' });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  } finally {
    await rm(dir, { recursive: true });
  }
}

describe('the linter', () => {
  it.each(Object.entries(MARKUP))(
    'SEC-XSS-2: lets nobody make markup or code of text: %s',
    async (code, rule) => {
      expect(await rulesBrokenBy(code)).toContain(rule);
    },
  );

  it.each(Object.entries(STATEMENTS))(
    'SEC-INP-9: lets nobody make a statement of text: %s',
    async (code, rule) => {
      expect(await rulesBrokenBy(code)).toContain(rule);
    },
  );

  it('SEC-XSS-2, SEC-INP-9: is told to look away nowhere', () => {
    const directives = '(oxlint|eslint)-disable.*(restricted|danger|script-url|eval|new-func)';
    const args = ['grep', '--untracked', '-nE', directives, '--', 'apps', 'packages'];
    const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  });
});
