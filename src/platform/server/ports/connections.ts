import type { BackupBucketConfig } from './storage/s3-backup-bucket.ts';

/**
 * `ENV`: the environment decides, so admins cannot. `STORED`: set by an admin. `UNREADABLE`: set by an admin, but cannot be decrypted,
 * usually because the secret has changed, so it must be entered again. `NONE`: not connected.
 */
export type ConnectionState = 'ENV' | 'STORED' | 'UNREADABLE' | 'NONE';

/** What the environment and the admins set for the services that the site uses. */
export interface Connections {
  stateOf(name: string): ConnectionState;
  /** What an admin entered, secrets included; empty when nothing was or it is unreadable. */
  valuesOf(name: string): Readonly<Record<string, string>>;
  /** The bucket of the backups; null without one. */
  bucket(): BackupBucketConfig | null;
  /** The e-mail address of the sender; null while mails go to the outbox. */
  mailSender(): string | null;
  /** Reads what the admins have set. From then on the services of this process use it, unless the environment decides. */
  refresh(): Promise<void>;
}
