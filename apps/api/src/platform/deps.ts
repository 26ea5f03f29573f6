import type { SQL } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Disk } from 'flydrive';
import type { Db } from './db/client.ts';
import type { Events } from './db/events.ts';
import type { Clock } from './db/time-zone.ts';
import type { SendMail } from './mail/mail.ts';
import type { PushProviders } from './push/push.ts';
import type { Config } from './settings.ts';

/** Dependencies of every feature. */
export interface Deps {
  config: Config;
  db: Db;
  /** The current time, which tests can set. Features use no other clock except the database's. */
  now: () => Date;
  /** Origin of the web application, for links. */
  frontendHost: string;
  /** Storage of picture files. */
  storage: Disk;
}

/** Additional dependencies of routes. */
export interface RouteDeps extends Deps {
  /** The same database for exports, which hold a connection for long. */
  longReads: Db;
  app: FastifyInstance;
  push: PushProviders;
  events: Events;
  /** Condition in a query of `users`: the members of a segment. A segment belongs to a feature above accounts. */
  isInSegment: (db: Db, id: string, clock: Clock) => Promise<SQL>;
}

/** Additional dependencies of jobs. */
export interface JobDeps extends Deps {
  /** URL of the database, for connections of their own. */
  url: string;
  push: PushProviders;
  mail: SendMail;
}
