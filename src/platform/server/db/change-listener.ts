/** The `NOTIFY` channel on which database triggers announce changes of public content. */
export const CONTENT_CHANGED_CHANNEL = 'content_changed';

/** Connects one server process to the other processes on the same database: change notifications and leader election. */
export interface ChangeListener {
  /** Whether this process was notified of every change that was committed more than 3 s ago. False while notifications can be missed. */
  isConnected(): boolean;
  /**
   * Whether this process is the leader, which runs the jobs that must run on one process only. A leader stays leader until it ends
   * or loses its connection.
   */
  tryBecomeLeader(): Promise<boolean>;
  close(): Promise<void>;
}
