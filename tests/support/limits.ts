/**
 * The server waits for its database as many times as long as usual, so that it does not give up only because the machine is busy.
 * A test of such a limit takes the usual one.
 */
export const DATABASE_PATIENCE = 20
/** And for Redis, and the servers that it joins. */
export const REDIS_PATIENCE = 10

/**
 * A test ends by the event it waits for, never by the time that takes on a busy machine: these only end a test that
 * hangs. Milliseconds.
 */
export const LONGEST_WAIT = 120_000
export const LONGEST_TEST = 900_000
