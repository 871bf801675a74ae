import {HttpError} from '../../http/failures/errors'
import type {Connection} from './connection'
import type {Subscriptions} from './subscriptions'
import type {Feed} from './topics'

/** A connection with its subscriptions. */
export interface Line {
  connection: Connection
  subscriptions: Subscriptions
  /** Resolves when the client's messages, and its last will if it is over, are stored. */
  settled(): Promise<void>
}

/** The rights of a client on a connection. */
export interface Role {
  /** No packet may be larger. */
  packetBytes: number
  /** Whether every packet counts against the limits of a connection, rather than only packets without a message. */
  isStranger: boolean
  /** The client is answered that it is admitted when this has resolved. */
  begin(): Promise<void>
  /** Undefined for a filter without a feed. */
  feedOf(filter: string): Feed | undefined
  /** The subscriptions have changed. */
  onSubscriptions(): void
  /** Resolves when it is stored, and rejects with an `HttpError`. Undefined for an unknown topic. */
  take(topic: string, payload: string | Buffer): Promise<void> | undefined
  /** Counts a packet without a message as a message. Rejects with an `HttpError` when it is one too many. */
  admit(): Promise<void>
  onPing(): void
  /** Ends the connection when the client may not go on. */
  check(): void
  /** The client says goodbye, which leaves no last will. */
  onGoodbye(): void
  /** Nothing more is sent to the client. Resolves when its last will is stored. */
  onOver(): Promise<void> | undefined
}

/** The client may not go on; the connection has been ended already. */
export class Ended extends HttpError {
  constructor() {
    super(401, 'The token is no longer valid.')
  }
}
