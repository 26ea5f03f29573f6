import { existsSync, readFileSync } from 'node:fs';
import { distance } from 'fastest-levenshtein';
import { StartError } from './errors.ts';
import { ROOT } from './package-files.ts';
import { type Config, SETTINGS } from './settings.ts';
import { settingsProblems } from './settings-problems.ts';

/** All configuration errors, one line each. */
export class ConfigError extends StartError {
  constructor(problems: readonly string[]) {
    super(`The settings can't be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads the settings from `environment`; an empty value counts as absent, and NODE_ENV=production implies
 * production unless ENVIRONMENT differs.
 * @throws {ConfigError} naming every invalid variable, each with an example
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const config: Record<string, unknown> = {};
  const implied: Record<string, string> =
    environment['NODE_ENV'] === 'production' ? { ENVIRONMENT: 'production' } : {};
  for (const [name, [schema, about, example]] of Object.entries(SETTINGS)) {
    const result = schema.safeParse(environment[name] || implied[name]);
    if (result.success) config[name] = result.data;
    else problems.push(`${name}: ${about}. Example: ${name}=${example}`);
  }
  problems.push(...settingsProblems(environment, config));
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(config) as Config;
}

/** Maximum edit distance up to which a name counts as a misspelling, and minimum length of the name. */
const MISSPELT = { edits: 2, length: 8 };

/** A warning for each name in `environment` that resembles the name of an absent setting. */
export const misspeltSettings = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(environment)
    .filter((name) => name.length >= MISSPELT.length && !(name in SETTINGS))
    .flatMap((name) => {
      const meant = Object.keys(SETTINGS).find(
        (setting) =>
          !environment[setting] && setting[0] === name[0] && distance(setting, name) <= MISSPELT.edits,
      );
      return meant ? [`${name} is not a setting. Did you mean ${meant}?`] : [];
    });

/** A line of `.env` that sets a variable, as `process.loadEnvFile` reads it. */
const ENV_LINE = /^[ \t]*(?:export[ \t]+)?([A-Z\d_]+)[ \t]*=/gm;

/** A problem for each setting that an `.env` file sets twice: only one of the values would count. */
export function doubledSettings(text: string): string[] {
  const names = [...text.matchAll(ENV_LINE)].map(([, name = '']) => name).filter((name) => name in SETTINGS);
  const doubled = names.filter((name, index) => names.indexOf(name) !== index);
  return [...new Set(doubled)].map((name) => `${name}: must not be set twice in .env. Keep one of its lines`);
}

/**
 * Loads the settings of this process, its environment, then `.env` at the root, and warns of misspelt ones.
 * @throws {ConfigError} as `readConfig`, and for settings that `.env` sets twice
 */
export function loadConfig(): Config {
  const file = `${ROOT}.env`;
  if (existsSync(file)) {
    const doubled = doubledSettings(readFileSync(file, 'utf8'));
    if (doubled.length > 0) throw new ConfigError(doubled);
    process.loadEnvFile(file);
  }
  for (const line of misspeltSettings(process.env)) process.emitWarning(line);
  return readConfig(process.env);
}

/** Returns the text of `.env.example`. */
export const envExample = (): string =>
  Object.entries(SETTINGS)
    .map(([name, [, about, example]]) => `# ${about}\n# ${name}=${example}\n`)
    .join('\n');
