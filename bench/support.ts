import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { freePort } from '../apps/api/test/ports.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface Server {
  url: string;
  /** Megabytes that the process holds in memory at the moment. */
  residentMegabytes(): number;
  stop(): Promise<void>;
}

/** Runs a program of this repository as a process of its own until it answers `/health/live`. */
export async function startProgram(file: string, settings: Record<string, string>): Promise<Server> {
  const port = await freePort();
  const child = spawn(process.execPath, [ROOT + file], {
    env: { ...process.env, ...settings, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await answering(`${url}/health/live`, child);
  return {
    url,
    residentMegabytes: () => residentOf(child.pid ?? 0),
    stop: () => ended(child),
  };
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  while (
    !(await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`The program ended with code ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

/** Linux alone tells it this way. */
function residentOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

export interface Load {
  path: string;
  token: string;
  method?: 'GET' | 'POST';
  json?: object;
}

export interface Measured {
  /** Answers a second. */
  rate: number;
  /** Milliseconds of the 99th percentile. */
  p99: number;
}

/** Asks the same again and again over 32 connections. An answer that is no success ends the benchmark. */
export async function measure(server: Server, load: Load, seconds: number): Promise<Measured> {
  const { path, token, method = 'GET', json } = load;
  const result = await autocannon({
    url: server.url + path,
    method,
    connections: 32,
    duration: seconds,
    headers: { authorization: `Bearer ${token}`, ...(json && { 'content-type': 'application/json' }) },
    ...(json && { body: JSON.stringify(json) }),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${method} ${path}: ${result.non2xx} answers were no success, ${result.errors} errors`);
  return { rate: result.requests.average, p99: result.latency.p99 };
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
