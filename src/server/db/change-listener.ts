/** The channel on which the database's triggers notify that public content has changed. */
export const CONTENT_CHANGED_CHANNEL = 'content_changed';

/** What one process knows of the others on the same database. */
export interface ChangeListener {
  /** False while a change could be missed. */
  isConnected(): boolean;
  /** Whether this process is the one that does what is to be done once. It stays so until it ends or loses its connection. */
  tryBecomeLeader(): Promise<boolean>;
  close(): Promise<void>;
}
