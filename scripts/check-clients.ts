/**
 * Generates clients of the API from the committed, unmodified openapi.json and compiles them. It downloads the
 * generators, so it is not part of `pnpm check`; it skips and names languages whose tools are not installed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';

const DOCUMENT = `${import.meta.dirname}/../packages/contract/openapi.json`;

interface Generator {
  /** Required programs. */
  needs: readonly string[];
  /** Shell commands, run in an empty folder; `$DOCUMENT` is the path of openapi.json. */
  commands: readonly string[];
}

const TSC = 'npx -y -p typescript@5.9.3 tsc --noEmit --strict --module esnext --moduleResolution bundler';

const GENERATORS: Record<string, Generator> = {
  'openapi-typescript': {
    needs: ['npx'],
    commands: ['npx -y openapi-typescript@7.13.0 "$DOCUMENT" -o schema.d.ts', `${TSC} schema.d.ts`],
  },
  'hey-api': {
    needs: ['npx'],
    commands: [
      'npx -y -p typescript@5.9.3 -p @hey-api/openapi-ts@0.99.0 openapi-ts -i "$DOCUMENT" -o client',
      `${TSC} --target es2022 --skipLibCheck client/index.ts`,
    ],
  },
  'openapi-generator (Java)': {
    needs: ['npx', 'java', 'mvn'],
    commands: [
      'npx -y @openapitools/openapi-generator-cli@2.41.0 generate -g java --library native -i "$DOCUMENT" -o .',
      'mvn -q -DskipTests compile',
    ],
  },
  'openapi-python-client': {
    needs: ['python3'],
    commands: [
      'python3 -m venv tools && tools/bin/pip -q install openapi-python-client==0.29.1 ruff',
      'PATH="$PWD/tools/bin:$PATH" openapi-python-client generate --path "$DOCUMENT" --output-path client',
      'python3 -m compileall -q client',
    ],
  },
  'oapi-codegen (Go)': {
    needs: ['go'],
    commands: [
      'go mod init agora',
      'go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -generate types,client -package agora -o agora.go "$DOCUMENT"',
      'go mod tidy && go build ./...',
    ],
  },
};

const isInstalled = (program: string) => spawnSync('which', [program]).status === 0;

/** @returns the failed command with its output, if one failed */
function failureOf({ commands }: Generator): string | undefined {
  const cwd = mkdtempSync(join(tmpdir(), 'agora-client-'));
  // Maven and npx use the nearest project.
  writeFileSync(join(cwd, 'package.json'), '{}');
  try {
    for (const command of commands) {
      const run = spawnSync(command, {
        shell: true,
        cwd,
        encoding: 'utf8',
        env: { ...env, DOCUMENT },
      });
      if (run.status !== 0) return `${command}\n${run.stdout}${run.stderr}`.slice(0, 4_000);
    }
    return undefined;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

for (const [name, generator] of Object.entries(GENERATORS)) {
  const missing = generator.needs.filter((program) => !isInstalled(program));
  const failure = missing.length > 0 ? undefined : failureOf(generator);
  if (failure) process.exitCode = 1;
  console.log(
    `${name}: ${missing.length > 0 ? `left out, needs ${missing.join(', ')}` : (failure ?? 'compiles')}`,
  );
}
