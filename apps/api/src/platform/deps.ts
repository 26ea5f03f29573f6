import type { FastifyInstance } from 'fastify';
import type { Disk } from 'flydrive';
import type { Config } from './config.ts';
import type { Db } from './db/client.ts';
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

/** A mail as its writer leaves it. */
export interface MailContent {
  subject: string;
  html: string;
  text: string;
  /**
   * With what people write, which is no automatic mail: the names of the mails that it goes on from, oldest first,
   * as they were given to `mail`.
   */
  answers?: readonly string[];
  /** Where it is answered to, and sent back to; absent of mails that are not read when they come back. */
  addresses?: { replyTo: string; returnPath: string };
}

/** What jobs are given beyond that. */
export interface JobDeps extends Deps {
  push: PushProviders;
  /**
   * Sends a mail under a name, e.g. the id of its job, which makes its Message-ID: all tries carry the same, so that
   * a repeat can be told.
   */
  mail: (to: string, name: string, content: MailContent) => Promise<void>;
}
