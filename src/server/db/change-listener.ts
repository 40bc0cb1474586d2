/** The channel on which the database's triggers notify that public content has changed. */
export const CONTENT_CHANGED_CHANNEL = 'content_changed';

/** Connects the processes that share a database. */
export interface ChangeListener {
  /** False while change notifications may be missed. */
  isConnected(): boolean;
  /** Whether this process is the leader, which runs the jobs. It stays leader until it ends or loses its connection. */
  tryBecomeLeader(): Promise<boolean>;
  close(): Promise<void>;
}
