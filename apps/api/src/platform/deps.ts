import type { FastifyInstance } from 'fastify';
import type { Disk } from 'flydrive';
import type { Config } from './config.ts';
import type { Db } from './db/client.ts';
import type { SendMail } from './mail/mail.ts';
import type { PushProviders } from './push/push.ts';

/** What every feature is given. */
export interface Deps {
  config: Config;
  db: Db;
  /** The time. Nothing else asks the clock, so that tests can set it. */
  now: () => Date;
  /** Origin of the web application, for links. */
  frontendHost: string;
  /** The files of pictures. */
  storage: Disk;
}

/** What routes are given beyond that. */
export interface RouteDeps extends Deps {
  /** The same database for exports, which hold a connection for long. */
  longReads: Db;
  app: FastifyInstance;
  push: PushProviders;
}

/** What jobs are given beyond that. */
export interface JobDeps extends Deps {
  push: PushProviders;
  mail: SendMail;
}
