import { z } from 'zod';

/** Version of the layout of backups that this code writes. It reads none above. */
const LAYOUT = 1;

const Stored = z.object({ bytes: z.number(), sha256: z.string() });

/** Size and checksum of a file as it lies in the target: compressed and encrypted. */
export type Stored = z.infer<typeof Stored>;

const Table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  file: z.string(),
});
const Sequence = z.object({ schema: z.string(), name: z.string(), last: z.string() });

/** What the tables of a backup in the format `copy` need beside their rows. */
export type Table = z.infer<typeof Table>;
export type Sequence = z.infer<typeof Sequence>;

/** Content of a backup. It is written last: a folder without one is no backup. */
export const Manifest = z.object({
  layout: z.number().max(LAYOUT),
  name: z.string(),
  made_at: z.iso.datetime(),
  /** Time of the last migration, by which the migrator identifies it. */
  migration: z.number(),
  /** Public key of age for which the files are encrypted. */
  recipient: z.string().optional(),
  format: z.enum(['pg_dump', 'copy']),
  tables: z.array(Table),
  sequences: z.array(Sequence),
  /** Files of the database, by path in the folder of the backup. */
  files: z.record(z.string(), Stored),
  /** Folder of the pictures, which backups share, and the pictures by path in it. */
  pictures: z.object({ folder: z.string(), files: z.record(z.string(), Stored) }),
});
export type Manifest = z.infer<typeof Manifest>;

export const newManifest = (manifest: Omit<Manifest, 'layout'>): Manifest => ({
  layout: LAYOUT,
  ...manifest,
});

/** Names are times in UTC. Nothing else in the target belongs to a backup. */
export const NAME = /^\d{8}T\d{6}Z$/;

export const nameOf = (madeAt: Date): string =>
  `${madeAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
